{{#HAS_RELATIONS}}<section class="group" aria-labelledby="relations">
<h2 id="relations">[[=unit.relations]]</h2>
{{#HAS_ABOVE}}<h3>[[=unit.above]]</h3>
<ol class="above">
{{#ABOVE}}<li{{#ABOVE_FIRST}} itemprop="parentOrganization" itemscope itemtype="https://schema.org/Organization"{{/ABOVE_FIRST}}><a href="{{RELATED_LINK}}"><span{{#ABOVE_FIRST}} itemprop="name"{{/ABOVE_FIRST}}>{{RELATED_NAME}}</span></a> <span class="quiet nowrap">{{RELATED_NUMBER}}</span>{{#RELATED_DELETED}} <span class="ds-tag" data-color="neutral">[[=unit.tag.deleted]]</span>{{/RELATED_DELETED}}</li>
{{/ABOVE}}</ol>
{{/HAS_ABOVE}}
{{#BELOW}}<h3 id="below-{{BELOW_ID}}">{{BELOW_TITLE}} <span class="count">{{BELOW_COUNT}}</span></h3>
<ul>
{{#BELOW_UNIT}}<li><a href="{{RELATED_LINK}}">{{RELATED_NAME}}</a> <span class="quiet nowrap">{{RELATED_NUMBER}}</span></li>
{{/BELOW_UNIT}}</ul>
{{#BELOW_MORE}}<p><a href="{{BELOW_LINK}}">[[=unit.below.all]] {{BELOW_COUNT}}</a></p>
{{/BELOW_MORE}}{{/BELOW}}</section>
{{/HAS_RELATIONS}}
