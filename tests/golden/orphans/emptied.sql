DELETE FROM queue_full;
