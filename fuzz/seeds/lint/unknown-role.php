0<?php $few = count($items) < 3; // <b data-semtag-role="nothing"> ?>
<button data-semtag-id="cart.pay" data-semtag-role="Action" data-semtag-action="pay">Pay</button>
<a data-semtag-id="cart.back" data-semtag-role="link" data-semtag-target="shop.page">Back</a>