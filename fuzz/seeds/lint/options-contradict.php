0<?php $few = count($items) < 3; // <b data-semtag-role="nothing"> ?>
<select data-semtag-id="jobs.sort" data-semtag-role="select" data-semtag-state="jobs.sort" data-semtag-options="new|Newest;old|Oldest">
  <option value="new">Newest</option>
  <option value="pay">Best paid</option>
</select>