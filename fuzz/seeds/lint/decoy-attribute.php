0<?php $few = count($items) < 3; // <b data-semtag-role="nothing"> ?>
<output semtag-id="cart.total" data-semantic-role="observable">£3</output>