<h1>[[=start.title]]</h1>
<p>[[=start.lead]]</p>
<form action="{{HOME}}search/entities" role="search">
<label for="navn">[[=start.text]]</label>
<input id="navn" name="navn" type="search" maxlength="180" required>
<button>[[=start.search]]</button>
</form>
