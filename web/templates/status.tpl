<h1>[[=status.title]]</h1>
<p class="lead">[[=status.lead]]</p>
{{#SUMMARY_GOOD}}<div class="ds-alert" data-color="success"><p>{{SUMMARY}}</p></div>{{/SUMMARY_GOOD}}
{{#SUMMARY_NOTE}}<div class="ds-alert" data-color="warning"><p>{{SUMMARY}}</p></div>{{/SUMMARY_NOTE}}
{{#SUMMARY_BAD}}<div class="ds-alert" data-color="danger"><p>{{SUMMARY}}</p></div>{{/SUMMARY_BAD}}
<div class="wide" tabindex="0" role="group" aria-label="[[=status.title]]"><table>
<thead><tr><th scope="col">[[=status.part]]</th><th scope="col">[[=status.state]]</th><th scope="col">[[=status.since]]</th></tr></thead>
<tbody>
{{#PART}}
<tr><th scope="row">{{PART_NAME}}<br><span class="quiet">{{MORE}}</span></th><td>{{#GOOD}}<span class="ds-tag" data-color="success">{{STATE}}</span>{{/GOOD}}{{#NOTE}}<span class="ds-tag" data-color="warning">{{STATE}}</span>{{/NOTE}}{{#BAD}}<span class="ds-tag" data-color="danger">{{STATE}}</span>{{/BAD}}</td><td>{{#SINCE}}<time datetime="{{TIME_VALUE}}">{{TIME}}</time><br><span class="quiet">{{AGE}}</span>{{/SINCE}}</td></tr>
{{/PART}}
</tbody>
</table></div>
{{#SERVERS}}
<h2 id="servers">[[=status.servers]]</h2>
<p>[[=status.servers_more]]</p>
<div class="wide" tabindex="0" role="group" aria-label="[[=status.servers]]"><table>
<thead><tr><th scope="col">[[=status.server]]</th><th scope="col">[[=status.state]]</th><th scope="col">[[=status.server.seen]]</th></tr></thead>
<tbody>
{{#SERVER}}
<tr><th scope="row">{{SERVER_NAME}}</th><td>{{#GOOD}}<span class="ds-tag" data-color="success">{{STATE}}</span>{{/GOOD}}{{#NOTE}}<span class="ds-tag" data-color="warning">{{STATE}}</span>{{/NOTE}}</td><td>{{#SEEN}}<time datetime="{{TIME_VALUE}}">{{TIME}}</time><br><span class="quiet">{{AGE}}</span>{{/SEEN}}</td></tr>
{{/SERVER}}
</tbody>
</table></div>
{{/SERVERS}}
{{#POSITION}}
<h2 id="position">[[=status.position]]</h2>
<dl class="facts">
<div><dt>[[=status.last_change]]</dt><dd>{{LAST_CHANGE}}</dd></div>
{{#FILES_POSITION}}<div><dt>[[=status.files_change]]</dt><dd>{{FILES_CHANGE}}</dd></div>{{/FILES_POSITION}}
</dl>
<p>[[=status.position_more]]</p>
<h2 id="records">[[=status.records]]</h2>
<div class="wide" tabindex="0" role="group" aria-label="[[=status.records]]"><table>
<thead><tr><th scope="col">[[=status.kind_name]]</th><th scope="col">[[=status.changed]]</th><th scope="col">[[=status.loaded]]</th><th scope="col" class="num">[[=status.live]]</th></tr></thead>
<tbody>
{{#KIND}}
<tr><th scope="row">{{KIND_NAME}}</th><td>{{#CHANGED}}<time datetime="{{TIME_VALUE}}">{{TIME}}</time>{{/CHANGED}}</td><td>{{#LOADED}}<time datetime="{{TIME_VALUE}}">{{TIME}}</time>{{/LOADED}}</td><td class="num">{{LIVE}}</td></tr>
{{/KIND}}
</tbody>
</table></div>
{{/POSITION}}
<h2 id="program">[[=status.program]]</h2>
<dl class="facts">
<div><dt>[[=status.version]]</dt><dd>orgreg {{VERSION}}</dd></div>
<div><dt>[[=status.commit]]</dt><dd><code>{{COMMIT}}</code></dd></div>
</dl>
<h2 id="programs">[[=status.programs]]</h2>
<ul>
<li><a href="[[/files]]">[[=status.to_files]]</a></li>
<li><a href="[[/changes]]">[[=status.to_changes]]</a></li>
<li><a href="[[/enhetsregisteret/api/enheter/lastned/manifest]]">[[=files.manifest]]</a></li>
</ul>
