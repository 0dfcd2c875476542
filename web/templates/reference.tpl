<h1>Reference</h1>
<p>{{OVERVIEW}}</p>
<p>The same for programs: the <a href="[[/openapi.json]]">interface document</a> (OpenAPI {{OPENAPI}}, version {{VERSION}} of the interface), also <a href="[[/openapi.yaml]]">as YAML</a>. Send requests from the browser on the page <a href="[[/docs/try]]">Try it</a>. The guides have a page about <a href="[[/docs/guide/errors]]">errors</a>.</p>
<h2 id="operations">Operations</h2>
<nav aria-label="Operations">
{{#GROUP}}
<h3>{{GROUP_TEXT}}</h3>
<ul>
{{#OPERATION}}
<li><a href="#{{ID}}">{{SUMMARY}}</a> <code>{{ID}}</code></li>
{{/OPERATION}}
</ul>
{{/GROUP}}
<p><a href="#schemas">Schemas</a> of all bodies</p>
</nav>
{{#GROUP}}
<h2>{{GROUP_TEXT}}</h2>
{{#OPERATION}}
<section class="operation" id="{{ID}}" aria-label="{{ID}}">
<h3>{{SUMMARY}}</h3>
<p><code><span class="method">{{METHOD}}</span> {{PATH}}</code> <a class="quiet" href="#{{ID}}">{{ID}}</a></p>
{{#SECURITY}}<p>{{SECURITY_TEXT}}</p>{{/SECURITY}}
{{#PARAMETERS}}
<details open><summary>Parameters</summary>
<div class="wide" tabindex="0" role="group" aria-label="Parameters of {{ID}}"><table class="names">
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>
{{#PARAMETER}}
<tr><td><code>{{NAME}}</code>{{#REQUIRED}} <span class="quiet">required</span>{{/REQUIRED}}</td><td>{{IN}}</td><td>{{#TYPE}}{{TYPE_TEXT}}{{#TYPE_LINK}}<a href="#schema-{{TYPE_NAME}}">{{TYPE_NAME}}</a>{{/TYPE_LINK}}{{/TYPE}}</td><td>{{MEANING}}</td></tr>
{{/PARAMETER}}
</tbody>
</table></div>
</details>
{{/PARAMETERS}}
{{#TAKEN}}<p>The body of the request: {{#CONTENT}}<code>{{MEDIA_TYPE}}</code>{{#TYPE}} {{TYPE_TEXT}}{{#TYPE_LINK}}<a href="#schema-{{TYPE_NAME}}">{{TYPE_NAME}}</a>{{/TYPE_LINK}}{{/TYPE}}{{#CONTENT_separator}}; {{/CONTENT_separator}}{{/CONTENT}}</p>{{/TAKEN}}
<h4>Answers</h4>
<div class="wide" tabindex="0" role="group" aria-label="Answers of {{ID}}"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th><th scope="col">Header fields</th></tr></thead>
<tbody>
{{#ANSWER}}
<tr><td>{{STATUS}}</td><td>{{MEANING}}</td><td>{{#CONTENT}}<div><code>{{MEDIA_TYPE}}</code>{{#TYPE}} {{TYPE_TEXT}}{{#TYPE_LINK}}<a href="#schema-{{TYPE_NAME}}">{{TYPE_NAME}}</a>{{/TYPE_LINK}}{{/TYPE}}</div>{{/CONTENT}}</td><td>{{HEADERS}}</td></tr>
{{/ANSWER}}
</tbody>
</table></div>
{{#EXAMPLE}}
<details><summary>Example of an answer ({{EXAMPLE_TYPE}})</summary>
<pre tabindex="0" role="group" aria-label="Example of {{ID}}"><code>{{EXAMPLE_TEXT}}</code></pre>
</details>
{{/EXAMPLE}}
</section>
{{/OPERATION}}
{{/GROUP}}
<h2 id="schemas">Schemas</h2>
{{#SCHEMA}}
<section class="operation" id="schema-{{SCHEMA_NAME}}" aria-label="{{SCHEMA_NAME}}">
<h3>{{SCHEMA_NAME}}</h3>
<p>{{MEANING}} <span class="quiet">{{#TYPE}}{{TYPE_TEXT}}{{#TYPE_LINK}}<a href="#schema-{{TYPE_NAME}}">{{TYPE_NAME}}</a>{{/TYPE_LINK}}{{/TYPE}}</span></p>
{{#MEMBERS}}
<div class="wide" tabindex="0" role="group" aria-label="Members of {{SCHEMA_NAME}}"><table class="names">
<thead><tr><th scope="col">Member</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>
{{#MEMBER}}
<tr><td><code>{{NAME}}</code>{{#REQUIRED}} <span class="quiet">always</span>{{/REQUIRED}}</td><td>{{#TYPE}}{{TYPE_TEXT}}{{#TYPE_LINK}}<a href="#schema-{{TYPE_NAME}}">{{TYPE_NAME}}</a>{{/TYPE_LINK}}{{/TYPE}}</td><td>{{MEANING}}</td></tr>
{{/MEMBER}}
</tbody>
</table></div>
{{/MEMBERS}}
</section>
{{/SCHEMA}}
