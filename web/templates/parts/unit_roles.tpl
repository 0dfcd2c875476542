{{#ROLES}}<section class="group" aria-labelledby="roles">
<h2 id="roles">[[=unit.roles]]</h2>
{{#ROLE_GROUP}}<h3>{{#ROLE_GROUP_NAME}}<span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{ROLE_GROUP_TYPE}}</span>{{/ROLE_GROUP_NAME}}</h3>
<ul class="roles">
{{#ROLE}}<li>{{#ROLE_TYPE}}<span class="quiet"{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{ROLE_TYPE_TEXT}}:</span>{{/ROLE_TYPE}}
{{#PERSON}}<strong>{{PERSON_NAME}}</strong>{{#BORN}}, [[=unit.born]] <time datetime="{{BORN_DAY}}">{{BORN_ON}}</time>{{/BORN}}{{/PERSON}}
{{#ORGANISATION}}<a href="{{HOLDER_LINK}}">{{HOLDER_NAME}}</a> <span class="quiet nowrap">{{HOLDER_NUMBER}}</span>{{/ORGANISATION}}
{{#MANAGER}}<strong>{{PERSON_NAME}}</strong>{{#MANAGER_AT}}, {{MANAGER_ADDRESS}}{{/MANAGER_AT}}{{/MANAGER}}
{{#SHARE}}<span class="nowrap">{{SHARE_TEXT}}</span>{{/SHARE}}
{{#ELECTED_BY}}<span class="quiet">· <span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{ELECTED_BY_TEXT}}</span></span>{{/ELECTED_BY}}
{{#MARK}}<span class="ds-tag" data-color="neutral">{{MARK_TEXT}}</span> {{/MARK}}</li>
{{/ROLE}}</ul>
{{#MORE_ROLES}}<p>[[=unit.more_roles]]</p>
{{/MORE_ROLES}}{{#ROLE_GROUP_CHANGED}}<p class="quiet">[[=unit.role_changed]] <time datetime="{{CHANGED_DAY}}">{{CHANGED_ON}}</time></p>
{{/ROLE_GROUP_CHANGED}}{{/ROLE_GROUP}}<p class="quiet"><a href="[[/enhetsregisteret/api/enheter/]]{{UNIT_DIGITS}}/roller">[[=unit.roles_json]]</a></p>
</section>
{{/ROLES}}
{{#HELD}}<section class="group" aria-labelledby="held">
<h2 id="held">[[=unit.held]]</h2>
<ul class="roles">
{{#HELD_IN}}<li>{{#HELD_ROLE}}<span class="quiet"{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{HELD_ROLE_TEXT}}</span>{{#SHARE}} {{SHARE_TEXT}}{{/SHARE}}{{#MARK}} <span class="ds-tag" data-color="neutral">{{MARK_TEXT}}</span>{{/MARK}}{{#HELD_ROLE_separator}}, {{/HELD_ROLE_separator}}{{/HELD_ROLE}}: <a href="{{HELD_LINK}}">{{HELD_NAME}}</a> <span class="quiet nowrap">{{HELD_NUMBER}}</span></li>
{{/HELD_IN}}</ul>
{{#MORE_HELD}}<p>[[=unit.more_held]]</p>
{{/MORE_HELD}}<p class="quiet"><a href="[[/enhetsregisteret/api/roller/enheter/]]{{UNIT_DIGITS}}/juridiskeroller">[[=unit.held_json]]</a></p>
</section>
{{/HELD}}
