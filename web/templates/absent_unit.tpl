<h1>{{TITLE}}</h1>
{{#WRONG_NUMBER}}<p class="lead">[[=unit.wrong.text]]</p>
<p>[[=unit.wrong.given]] <code>{{WRONG_TEXT}}</code></p>
{{#MEANT}}<p>[[=unit.wrong.meant]] <a href="{{MEANT_LINK}}">{{MEANT_NUMBER}}</a></p>
{{/MEANT}}
{{/WRONG_NUMBER}}
{{#UNKNOWN_NUMBER}}<p class="lead">[[=unit.unknown.text]] <span class="nowrap">{{UNKNOWN_TEXT}}</span>.</p>
{{#WRONG_CHECK_DIGIT}}<p>[[=unit.unknown.check_digit]]</p>
{{/WRONG_CHECK_DIGIT}}
{{/UNKNOWN_NUMBER}}
{{#REMOVED_UNIT}}<p class="lead">[[=unit.removed.text]] <span class="nowrap">{{REMOVED_NUMBER}}</span>.</p>
<p>[[=unit.removed.copies]]</p>
{{/REMOVED_UNIT}}
<p><a href="[[/]]">[[=unit.find]]</a></p>
