{{#VOLUNTARY}}<section class="group" aria-labelledby="voluntary">
<h2 id="voluntary">[[=unit.voluntary]]</h2>
{{#VOLUNTARY_STRUCK_OFF}}<p>[[=unit.voluntary_struck_off]] <time datetime="{{REGISTER_DAY}}">{{REGISTER_DATE}}</time></p>
{{/VOLUNTARY_STRUCK_OFF}}
<dl class="facts">
{{#VOLUNTARY_ENTERED}}<div><dt>[[=unit.voluntary_entered]]</dt><dd><time datetime="{{REGISTER_DAY}}">{{REGISTER_DATE}}</time></dd></div>
{{/VOLUNTARY_ENTERED}}{{#HAS_ACTIVITIES}}<div><dt>[[=unit.voluntary_activities]]</dt>{{#VOLUNTARY_ACTIVITY}}<dd{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{ACTIVITY_TEXT}}</dd>{{/VOLUNTARY_ACTIVITY}}</div>
{{/HAS_ACTIVITIES}}<div><dt>[[=unit.register_entry]]</dt><dd><a href="{{VOLUNTARY_LINK}}">JSON</a></dd></div>
</dl>
</section>
{{/VOLUNTARY}}
{{#PARTY}}<section class="group" aria-labelledby="party">
<h2 id="party">[[=unit.party]]</h2>
<p>[[=unit.party_text]] <a href="[[/partiregisteret/api/lastned/csv]]">CSV</a></p>
</section>
{{/PARTY}}
{{#CADASTRAL}}<section class="group" aria-labelledby="cadastral">
<h2 id="cadastral">[[=unit.cadastral]]</h2>
<ul class="links">
{{#CADASTRAL_UNIT}}<li><a href="[[/enhetsregisteret/api/matrikkelenhet]]?matrikkelenhetid={{CADASTRAL_ID}}">{{CADASTRAL_NUMBER}}</a></li>
{{/CADASTRAL_UNIT}}</ul>
{{#CADASTRAL_MORE}}<p>[[=unit.cadastral_more]]</p>
{{/CADASTRAL_MORE}}</section>
{{/CADASTRAL}}
