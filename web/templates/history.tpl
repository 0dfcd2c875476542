<h1>[[=history.title]]</h1>
<p class="lead"><a href="{{UNIT_LINK}}">{{UNIT_NAME}}</a> ({{UNIT_NUMBER}})</p>
<p class="quiet">[[=history.lead]]</p>
{{#HISTORY_EMPTY}}<p>[[=history.empty]]</p>
{{/HISTORY_EMPTY}}
<ol class="events">
{{#EVENT}}<li>
<h2><time datetime="{{EVENT_MOMENT}}">{{EVENT_TIME}}</time>: {{EVENT_WORDS}}</h2>
{{#EVENT_IS_LOAD}}<p>[[=history.loaded_means]]</p>
{{/EVENT_IS_LOAD}}
{{#EVENT_IS_HIDDEN}}<p>[[=history.hidden]]</p>
{{/EVENT_IS_HIDDEN}}
{{#CHANGES}}[[+history_changes]]{{/CHANGES}}
{{#LONG_CHANGES}}<details><summary>[[=history.fields]] ({{CHANGES_COUNT}})</summary>
[[+history_changes]]</details>
{{/LONG_CHANGES}}
</li>
{{/EVENT}}</ol>
{{#HISTORY_HAS_MORE}}<p>[[=history.more]]</p>
{{/HISTORY_HAS_MORE}}
<p><a href="{{FEED_LINK}}">[[=history.feed]]</a></p>
