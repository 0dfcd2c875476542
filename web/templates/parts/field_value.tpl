{{#IS_TEXT}}
<span{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}"{{/PROPERTY}}{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{VALUE_TEXT}}</span>
{{/IS_TEXT}}
{{#IS_DAY}}
<time{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}"{{/PROPERTY}} datetime="{{VALUE_DAY}}">{{VALUE_TEXT}}</time>
{{/IS_DAY}}
{{#IS_LINK}}
<a{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}"{{/PROPERTY}} href="{{VALUE_LINK}}">{{VALUE_TEXT}}</a>
{{/IS_LINK}}
{{#IS_MAIL}}
<a href="mailto:{{VALUE_TEXT}}"><span{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}"{{/PROPERTY}}>{{VALUE_TEXT}}</span></a>
{{/IS_MAIL}}
{{#IS_PHONE}}
<a href="tel:{{VALUE_NUMBER}}"><span{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}"{{/PROPERTY}}>{{VALUE_TEXT}}</span></a>
{{/IS_PHONE}}
{{#IS_CODE}}
{{#CODE}}<span class="nowrap">{{CODE_TEXT}}</span> {{/CODE}}{{#SEARCHED}}<a href="{{VALUE_LINK}}"{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{VALUE_TEXT}}</a>{{/SEARCHED}}{{#UNSEARCHED}}<span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{VALUE_TEXT}}</span>{{/UNSEARCHED}}
{{/IS_CODE}}
{{#IS_ADDRESS}}
<span{{#PROPERTY}} itemprop="{{PROPERTY_NAME}}" itemscope itemtype="https://schema.org/PostalAddress"{{/PROPERTY}}>
{{#LINE}}<span{{#PROPERTY}} itemprop="streetAddress"{{/PROPERTY}}>{{LINE_TEXT}}</span><br>
{{/LINE}}{{#POSTCODE}}<span{{#PROPERTY}} itemprop="postalCode"{{/PROPERTY}}>{{POSTCODE_TEXT}}</span> {{/POSTCODE}}{{#TOWN}}<span{{#PROPERTY}} itemprop="addressLocality"{{/PROPERTY}}>{{TOWN_TEXT}}</span>{{/TOWN}}{{#COUNTRY}}<br>
<span{{#PROPERTY}} itemprop="addressCountry"{{/PROPERTY}}>{{COUNTRY_TEXT}}</span>{{/COUNTRY}}</span>{{#MUNICIPALITY}}<br>
<span class="quiet">[[=unit.municipality]] {{#SEARCHED}}<a href="{{VALUE_LINK}}">{{MUNICIPALITY_TEXT}}</a>{{/SEARCHED}}{{#UNSEARCHED}}{{MUNICIPALITY_TEXT}}{{/UNSEARCHED}}</span>{{/MUNICIPALITY}}
{{/IS_ADDRESS}}
