UPDATE orders SET settled = true;
