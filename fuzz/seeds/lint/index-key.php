0<ul data-semtag-id="cart.lines" data-semtag-role="collection">
<?php foreach ($teas as $i => $tea): ?>
<li data-semtag-id="cart.lines.item.<?= $i ?>" data-semtag-role="observable" data-semtag-state="line.name"><?= $tea ?></li>
<?php endforeach; ?>
</ul>