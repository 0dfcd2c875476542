<h1>{{HEADING}}</h1>
<p class="lead">{{DETAIL}}</p>
{{#PROBLEMS}}
<ul>
{{#PROBLEM}}<li>{{REASON}}</li>
{{/PROBLEM}}
</ul>
{{/PROBLEMS}}
{{#OFFERS}}
<p>[[=error.offered]]</p>
<ul>
{{#OFFERED}}<li><code>{{TYPE}}</code></li>
{{/OFFERED}}
</ul>
{{/OFFERS}}
{{#FIND}}
<form class="find" role="search" action="[[/search/entities]]" aria-label="[[=start.title]]">
<label class="ds-label" for="navn">[[=nav.search_text]]</label>
<input class="ds-input" id="navn" name="navn" type="search" maxlength="180" data-suggest>
<button class="ds-button">[[=nav.search]]</button>
</form>
{{/FIND}}
<ul class="links">
<li><a href="[[/]]">[[=error.start]]</a></li>
<li><a href="[[/docs]]">[[=nav.docs]]</a></li>
<li><a href="[[/status]]">[[=nav.status]]</a></li>
</ul>
<p class="quiet">{{STATUS}} · <a href="[[/docs/guide/errors]]#{{NAME}}">[[=error.explained]]</a>{{#TRACED}} · [[=error.trace]] <code>{{TRACE}}</code>{{/TRACED}}</p>
