<h1>[[=files.title]]</h1>
<p class="lead">[[=files.lead]]</p>
<ul class="links">
<li><a href="[[/docs/guide/files]]">[[=files.guide]]</a></li>
<li><a href="[[/docs/guide/keeping-a-copy]]">[[=files.copy_guide]]</a></li>
<li><a href="[[/status]]">[[=files.status]]</a></li>
</ul>
{{#GROUP}}
<section class="group" aria-labelledby="{{GROUP_ID}}">
<h2 id="{{GROUP_ID}}">{{GROUP_NAME}}</h2>
{{#TABLE}}
<div class="wide" tabindex="0" role="group" aria-label="{{GROUP_NAME}}"><table class="steady files">
<thead><tr><th scope="col">[[=files.file]]</th><th scope="col" class="time">[[=files.made]]</th><th scope="col">SHA-256</th><th scope="col" class="num">[[=files.position]]</th><th scope="col" class="num">[[=files.records]]</th><th scope="col" class="num">[[=files.size]]</th></tr></thead>
<tbody>
{{#FILE}}
<tr><th scope="row"><a href="{{LINK}}">{{NAME}}</a><br>{{FORM}}{{#FILTERS}}<br><span class="quiet">[[=files.filters]]</span>{{/FILTERS}}</th>{{#MADE}}<td><time datetime="{{TIME_VALUE}}">{{TIME}}</time></td><td><code>{{#DIGEST}}<span class="nowrap">{{DIGEST_PART}}</span><wbr>{{/DIGEST}}</code></td><td class="num">{{POSITION}}</td><td class="num">{{RECORDS}}</td><td class="num">{{SIZE}}</td>{{/MADE}}{{#WHEN_SENT}}<td colspan="5">[[=files.when_sent]]</td>{{/WHEN_SENT}}{{#NOT_MADE}}<td colspan="5"><span class="ds-tag" data-color="warning">[[=files.not_made]]</span> [[=files.not_made_more]]</td>{{/NOT_MADE}}</tr>
{{/FILE}}
</tbody>
</table></div>
{{/TABLE}}
{{#LINKS}}
<ul>
{{#FILE}}
<li><a href="{{LINK}}">{{NAME}}</a> ({{FORM}}). {{#WHEN_SENT}}[[=files.when_sent]]{{/WHEN_SENT}}</li>
{{/FILE}}
</ul>
{{/LINKS}}
</section>
{{/GROUP}}
<h2 id="reading">[[=files.columns]]</h2>
<dl class="facts">
<div><dt>[[=files.made]]</dt><dd>[[=files.made_more]]</dd></div>
<div><dt>[[=files.position]]</dt><dd>[[=files.position_more]]</dd></div>
<div><dt>SHA-256</dt><dd>[[=files.digest_more]]</dd></div>
</dl>
<h2 id="selections">[[=files.selections]]</h2>
<p>[[=files.selections_more]]</p>
<pre class="commands" tabindex="0" role="group" aria-label="[[=files.selections]]"><code>curl -OJ 'https://…/enhetsregisteret/api/enheter/lastned?kommunenummer=0301&amp;organisasjonsform=AS'</code></pre>
<h2 id="copy">[[=files.copy]]</h2>
<p>[[=files.copy_more]]</p>
<ul>
<li><a href="[[/docs/guide/keeping-a-copy]]">[[=files.copy_guide]]</a></li>
<li><a href="[[/docs/follow.py]]">[[=files.copy_program]]</a></li>
</ul>
<h2 id="programs">[[=files.programs]]</h2>
<ul>
<li><a href="[[/enhetsregisteret/api/enheter/lastned/manifest]]">[[=files.manifest]]</a></li>
<li><a href="[[/catalog.ttl]]">[[=files.catalogue]]</a></li>
</ul>
