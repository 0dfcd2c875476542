<p class="links"><a href="[[/unit/]]{{UNIT_DIGITS}}/history">[[=history.link]]</a></p>
