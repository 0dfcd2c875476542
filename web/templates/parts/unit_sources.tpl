<section class="group" aria-labelledby="sources">
<h2 id="sources">[[=unit.sources]]</h2>
<ul class="links">
{{#SOURCE}}<li><a href="{{SOURCE_LINK}}">{{SOURCE_NAME}}</a></li>
{{/SOURCE}}</ul>
<details class="meaning"><summary>[[=unit.media_types]]</summary>
<p>[[=unit.media_types_text]]</p>
<pre class="commands" tabindex="0" role="group" aria-label="[[=unit.media_types]]"><code>{{#OFFER}}{{OFFER_COMMAND}}
{{/OFFER}}</code></pre></details>
</section>
