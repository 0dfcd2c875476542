<nav aria-label="[[=browse.path]]"><ol class="links">
<li><a href="[[/browse]]">[[=browse.title]]</a></li>
</ol></nav>
<h1>[[=browse.lists]]</h1>
<p class="lead">[[=browse.lists.lead]]</p>
<ul>
{{#LIST}}<li><a href="#{{ANCHOR}}">{{TITLE_TEXT}}</a> ({{LIST_COUNT}})</li>
{{/LIST}}<li><a href="[[/browse/industries]]">[[=browse.industries]]</a></li>
</ul>
{{#LIST}}
<section class="group" id="{{ANCHOR}}" aria-label="{{TITLE_TEXT}}">
<h2>{{TITLE_TEXT}}</h2>
<p>[[=browse.list.operation]] <a href="{{OPERATION_LINK}}"><code>{{OPERATION}}</code></a>{{#BROWSED}}. <a href="{{HOME}}{{BROWSED_PATH}}">[[=browse.list.counts]]</a>{{/BROWSED}}</p>
<div class="wide" tabindex="0" role="group" aria-label="{{TITLE_TEXT}}"><table class="steady">
<thead><tr><th scope="col">[[=browse.code]]</th><th scope="col">[[=browse.name]]</th></tr></thead>
<tbody>
{{#ROW}}<tr><th scope="row">{{CODE}}</th><td{{#FOREIGN}} lang="nb"{{/FOREIGN}}>{{TEXT}}</td></tr>
{{/ROW}}</tbody>
</table></div>
</section>
{{/LIST}}
