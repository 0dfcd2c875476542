<h1>[[=changes.title]]</h1>
<p class="lead">[[=changes.lead]]</p>
<nav class="tabs" aria-label="[[=changes.kinds]]"><ul>
{{#KIND}}<li><a href="{{TAB_LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{TAB_TEXT}}</a></li>
{{/KIND}}</ul></nav>
<nav class="tabs" aria-label="[[=changes.types]]"><ul>
{{#TYPE}}<li><a href="{{TAB_LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{TAB_TEXT}}</a></li>
{{/TYPE}}</ul></nav>
{{#NONE}}<p>[[=changes.none]]</p>
{{/NONE}}{{#CHANGES}}<ol class="results">
{{#CHANGE}}<li><h2>{{#NAMED}}<a href="{{HOME}}unit/{{NUMBER}}">{{NAME}}</a>{{/NAMED}}{{#NAMELESS}}<a href="{{HOME}}unit/{{NUMBER}}">{{NUMBER_TEXT}}</a>{{/NAMELESS}}</h2>
<p class="line"><strong class="ds-tag" data-color="{{COLOUR}}">{{WHAT}}</strong> <span><time datetime="{{TIME}}">{{TIME_TEXT}}</time></span>{{#NAMED}} <span class="nowrap">{{NUMBER_TEXT}}</span>{{/NAMED}}</p></li>
{{/CHANGE}}</ol>
{{/CHANGES}}{{#PAGES}}<nav class="ds-pagination" aria-label="[[=changes.pages]]"><ul>
{{#NEWEST}}<li><a class="ds-button" data-variant="tertiary" href="{{PAGE_LINK}}">[[=changes.newest]]</a></li>
{{/NEWEST}}{{#OLDER}}<li><a class="ds-button" data-variant="tertiary" rel="next" href="{{PAGE_LINK}}">[[=changes.older]]</a></li>
{{/OLDER}}</ul></nav>
{{/PAGES}}<p>[[=changes.feed]] <a href="[[/changes.atom]]" type="application/atom+xml">Atom</a></p>
