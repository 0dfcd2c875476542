<div class="hero">
<h1>[[=start.title]]</h1>
<p class="lead">[[=start.lead]]</p>
<form class="find" action="{{HOME}}search/entities" role="search">
<label class="ds-label" for="text">[[=nav.search_text]]</label>
<input class="ds-input" id="text" name="{{NAME_PARAMETER}}" type="search" maxlength="180" required autocomplete="off" data-suggest>
<button class="ds-button">[[=nav.search]]</button>
</form>
</div>
<dl class="figures">
<div><dt><a href="[[/search/entities]]">[[=start.entities]]</a></dt><dd>{{ENTITY_COUNT}}</dd></div>
<div><dt><a href="[[/search/sub-entities]]">[[=start.sub_entities]]</a></dt><dd>{{SUB_ENTITY_COUNT}}</dd></div>
</dl>
<ul class="cards">
<li class="ds-card"><h2><a href="[[/browse/industries]]">[[=start.industries]]</a></h2><p>[[=start.industries_lead]]</p></li>
<li class="ds-card"><h2><a href="[[/browse/municipalities]]">[[=start.municipalities]]</a></h2><p>[[=start.municipalities_lead]]</p></li>
<li class="ds-card"><h2><a href="[[/browse/forms]]">[[=start.forms]]</a></h2><p>[[=start.forms_lead]]</p></li>
<li class="ds-card"><h2><a href="[[/changes]]">[[=start.changes]]</a></h2><p>[[=start.changes_lead]]</p></li>
<li class="ds-card"><h2><a href="[[/files]]">[[=start.files]]</a></h2><p>[[=start.files_lead]]</p></li>
<li class="ds-card"><h2><a href="[[/docs]]">[[=start.docs]]</a></h2><p>[[=start.docs_lead]]</p></li>
</ul>
