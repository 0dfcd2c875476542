<nav aria-label="[[=browse.path]]"><ol class="links">
<li><a href="[[/browse]]">[[=browse.title]]</a></li>
{{#CHOSEN}}<li><a href="{{HOME}}{{PATH}}">{{LIST_TITLE}}</a></li>
{{#ABOVE}}<li><a href="{{HOME}}{{PATH}}?code={{CODE}}"{{#FOREIGN}} lang="nb"{{/FOREIGN}}>{{CODE}} {{NAME}}</a></li>
{{/ABOVE}}{{/CHOSEN}}</ol></nav>
{{#TOP}}<h1>{{LIST_TITLE}}</h1>
{{/TOP}}{{#UNKNOWN}}<div class="ds-alert" data-color="warning"><h2>[[=browse.unknown]]</h2><p>[[=browse.unknown.text]] <strong>{{UNKNOWN_CODE}}</strong></p>
<p><a href="{{HOME}}{{PATH}}">{{LIST_TITLE}}</a></p></div>
{{/UNKNOWN}}{{#TOP}}<p class="lead">{{LEAD}}</p>
{{/TOP}}{{#CHOSEN}}<h1{{#FOREIGN}} lang="nb"{{/FOREIGN}}>{{NAME}}</h1>
<p class="quiet">[[=browse.code]] {{CODE}}</p>
<dl class="figures">
{{#COUNTED}}<div><dt>{{KIND_TEXT}}</dt><dd>{{#SOME}}<a href="{{HOME}}search/{{KIND_PATH}}?{{PARAMETER}}={{VALUE}}">{{COUNT}}</a>{{/SOME}}{{#NONE}}0{{/NONE}}</dd></div>
{{/COUNTED}}</dl>
{{/CHOSEN}}{{#TABLE}}<div class="wide" tabindex="0" role="group" aria-label="{{LIST_TITLE}}"><table class="steady counts">
<thead><tr><th scope="col">[[=browse.code]]</th><th scope="col">[[=browse.name]]</th>{{#COLUMN}}<th scope="col" class="num">{{COLUMN_TEXT}}</th>{{/COLUMN}}</tr></thead>
<tbody>
{{#ROW}}<tr><td>{{CODE}}</td><th scope="row"{{#FOREIGN}} lang="nb"{{/FOREIGN}}>{{#BELOW}}<a href="{{HOME}}{{PATH}}?code={{CODE}}">{{NAME}}</a>{{/BELOW}}{{#LEAF}}{{NAME}}{{/LEAF}}</th>{{#COUNTED}}<td class="num">{{#SOME}}<a href="{{HOME}}search/{{KIND_PATH}}?{{PARAMETER}}={{VALUE}}">{{COUNT}}</a>{{/SOME}}{{#NONE}}0{{/NONE}}</td>{{/COUNTED}}</tr>
{{/ROW}}</tbody>
</table></div>
{{/TABLE}}
