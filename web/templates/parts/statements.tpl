{{#ACCOUNTS}}<section class="group" id="accounts">
<h2>[[=account.title]]</h2>
{{#ACCOUNTS_NONE}}<p>[[=account.none]]</p>
{{/ACCOUNTS_NONE}}
{{#ACCOUNTS_OTHER_PLANS}}<div class="ds-alert" data-color="info"><p>[[=account.other_plans]] {{ACCOUNTS_PLANS}}. <a href="[[/docs/statement-plans]]" hreflang="en">[[=account.about_plans]]</a></p></div>
{{/ACCOUNTS_OTHER_PLANS}}
{{#STATEMENTS}}<h3 id="{{STATEMENTS_ID}}">{{STATEMENTS_TITLE}}</h3>
{{#CHART}}<figure>
<div class="wide" tabindex="0" role="group" aria-labelledby="{{CHART_ID}}-title"><svg class="chart" role="img" viewBox="0 0 {{CHART_WIDTH}} {{CHART_HEIGHT}}" font-size="15" aria-labelledby="{{CHART_ID}}-title {{CHART_ID}}-desc">
<title id="{{CHART_ID}}-title">{{STATEMENTS_TITLE}}: [[=account.chart]]{{#CHART_HAS_UNIT}} ({{CHART_UNIT}}){{/CHART_HAS_UNIT}}</title>
<desc id="{{CHART_ID}}-desc">{{#CHART_YEAR}}{{CHART_YEAR_TEXT}}: {{#CHART_BAR}}{{CHART_LABEL}} {{CHART_NUMBER}}{{#CHART_BAR_separator}}; {{/CHART_BAR_separator}}{{/CHART_BAR}}. {{/CHART_YEAR}}</desc>
{{#CHART_TICK}}<line class="grid" x1="{{CHART_LEFT}}" x2="{{CHART_RIGHT}}" y1="{{CHART_Y}}" y2="{{CHART_Y}}"/><text x="{{CHART_NUMBERS}}" y="{{CHART_TEXT_Y}}" text-anchor="end">{{CHART_NUMBER}}</text>
{{/CHART_TICK}}
{{#CHART_YEAR}}{{#CHART_BAR}}<rect class="series-{{CHART_SERIES}}" x="{{CHART_X}}" y="{{CHART_Y}}" width="{{CHART_BAR_WIDTH}}" height="{{CHART_BAR_HEIGHT}}"/><text x="{{CHART_TEXT_X}}" y="{{CHART_TEXT_Y}}" text-anchor="middle">{{CHART_NUMBER}}</text>
{{/CHART_BAR}}<text x="{{CHART_X}}" y="{{CHART_FOOT}}" text-anchor="middle">{{CHART_YEAR_TEXT}}</text>
{{/CHART_YEAR}}
<line class="axis" x1="{{CHART_LEFT}}" x2="{{CHART_RIGHT}}" y1="{{CHART_ZERO}}" y2="{{CHART_ZERO}}"/>
</svg></div>
<figcaption>[[=account.chart]]{{#CHART_HAS_UNIT}} ({{CHART_UNIT}}){{/CHART_HAS_UNIT}}
<ul class="legend chart">
{{#CHART_LEGEND}}<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="series-{{CHART_SERIES}}" width="10" height="10"/></svg>{{CHART_LABEL}}</li>
{{/CHART_LEGEND}}</ul></figcaption>
</figure>
{{/CHART}}
<div class="wide" tabindex="0" role="group" aria-labelledby="{{STATEMENTS_ID}}"><table>
<caption class="ds-sr-only">{{STATEMENTS_TITLE}}: [[=account.caption]]</caption>
<thead><tr><th scope="col">[[=account.item]]</th>{{#STATEMENT}}<th scope="col" class="num">{{STATEMENT_YEAR}}{{#STATEMENT_HAS_CURRENCY}} <span class="quiet">{{STATEMENT_CURRENCY}}</span>{{/STATEMENT_HAS_CURRENCY}}</th>{{/STATEMENT}}</tr></thead>
{{#AMOUNTS}}<tbody>
<tr class="part"><th scope="rowgroup">{{AMOUNTS_TITLE}}</th>{{#STATEMENT}}<td></td>{{/STATEMENT}}</tr>
{{#AMOUNT}}<tr{{#AMOUNT_IS_SUM}} class="sum"{{/AMOUNT_IS_SUM}}><th scope="row">{{AMOUNT_LABEL}}</th>{{#AMOUNT_CELL}}<td class="num">{{AMOUNT_TEXT}}{{#AMOUNT_IS_ABSENT}}<span class="quiet">[[=account.absent]]</span>{{/AMOUNT_IS_ABSENT}}</td>{{/AMOUNT_CELL}}</tr>
{{/AMOUNT}}</tbody>
{{/AMOUNTS}}</table></div>
{{#AMOUNTS_NOT_GIVEN}}<details class="absent"><summary>[[=account.not_given]]</summary><p>{{AMOUNTS_LABELS}}.</p></details>
{{/AMOUNTS_NOT_GIVEN}}
{{#AMOUNTS_WITHHELD}}<details class="absent"><summary>[[=account.withheld]]</summary><p>{{AMOUNTS_LABELS}}.</p></details>
{{/AMOUNTS_WITHHELD}}
<div class="wide" tabindex="0" role="group" aria-labelledby="{{STATEMENTS_ID}}-facts"><table>
<caption id="{{STATEMENTS_ID}}-facts">{{STATEMENTS_TITLE}}: [[=account.about]]</caption>
<thead><tr><th scope="col">[[=account.field]]</th>{{#STATEMENT}}<th scope="col">{{STATEMENT_YEAR}}</th>{{/STATEMENT}}</tr></thead>
<tbody>
{{#STATEMENT_FACT}}<tr><th scope="row">{{FACT_LABEL}}</th>{{#FACT_CELL}}<td>{{FACT_TEXT}}</td>{{/FACT_CELL}}</tr>
{{/STATEMENT_FACT}}<tr><th scope="row">[[=account.source]]</th>{{#STATEMENT}}<td><a href="[[/regnskapsregisteret/regnskap/]]{{STATEMENT_NUMBER}}/{{STATEMENT_ID}}">{{STATEMENT_ID}}<span class="ds-sr-only"> ({{STATEMENT_YEAR}})</span></a></td>{{/STATEMENT}}</tr>
</tbody>
</table></div>
{{/STATEMENTS}}
{{#ACCOUNTS_ACCESS}}{{#ACCOUNTS_CLOSED}}<p>[[=account.closed]]</p>
{{/ACCOUNTS_CLOSED}}
{{#ACCOUNTS_REDUCED}}<p>[[=account.reduced]]</p>
{{/ACCOUNTS_REDUCED}}
<p>[[=account.ask]] <code>GET /regnskapsregisteret/regnskap/{{ACCOUNTS_NUMBER}}</code> – <a href="[[/docs/guide/statements]]" hreflang="en">[[=account.guide]]</a>{{#ACCOUNTS_MAIL}} · <a href="mailto:{{ACCOUNTS_CONTACT_LINK}}">[[=account.contact]]</a>{{/ACCOUNTS_MAIL}}{{#ACCOUNTS_CONTACT}} · <a href="{{ACCOUNTS_CONTACT_LINK}}">[[=account.contact]]</a>{{/ACCOUNTS_CONTACT}}</p>
{{/ACCOUNTS_ACCESS}}
{{#COPIES}}<h3>[[=account.copies]]</h3>
<ul class="links">
{{#COPY}}<li><a href="[[/regnskapsregisteret/regnskap/aarsregnskap/kopi/]]{{COPY_NUMBER}}/{{COPY_YEAR}}" type="application/pdf">[[=account.copy]] {{COPY_YEAR}} (PDF)</a></li>
{{/COPY}}</ul>
{{/COPIES}}
{{#BALANCES}}<h3>[[=account.balances]]</h3>
<ul class="links">
{{#BALANCE}}<li><a href="[[/regnskapsregisteret/regnskap/aarsregnskap/mellombalanse/]]{{BALANCE_NUMBER}}/{{BALANCE_ID}}" type="application/pdf">[[=account.balance]] {{BALANCE_YEAR}}, {{BALANCE_ID}} (PDF)</a></li>
{{/BALANCE}}</ul>
{{/BALANCES}}
</section>
{{/ACCOUNTS}}
