<div class="wide" tabindex="0" role="group" aria-label="{{EVENT_WORDS}}, {{EVENT_TIME}}"><table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">[[=history.field]]</th><th role="columnheader" scope="col">[[=history.before]]</th><th role="columnheader" scope="col">[[=history.after]]</th></tr></thead>
<tbody role="rowgroup">
{{#CHANGE}}<tr role="row"><th role="rowheader" scope="row">{{CHANGE_LABEL}}</th>
<td role="cell">{{#CHANGE_BEFORE}}<span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{CHANGE_TEXT}}</span>{{#CHANGE_BEFORE_separator}}<br>{{/CHANGE_BEFORE_separator}}{{/CHANGE_BEFORE}}{{#CHANGE_HAD_NOTHING}}<span class="quiet">[[=history.nothing]]</span>{{/CHANGE_HAD_NOTHING}}</td>
<td role="cell">{{#CHANGE_AFTER}}<span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{CHANGE_TEXT}}</span>{{#CHANGE_AFTER_separator}}<br>{{/CHANGE_AFTER_separator}}{{/CHANGE_AFTER}}{{#CHANGE_HAS_NOTHING}}<span class="quiet">[[=history.nothing]]</span>{{/CHANGE_HAS_NOTHING}}</td></tr>
{{/CHANGE}}</tbody>
</table></div>
