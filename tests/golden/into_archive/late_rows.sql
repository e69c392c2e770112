INSERT INTO clicks SELECT '2020-01-01 00:00:00+00'::timestamptz, 'long ago';
