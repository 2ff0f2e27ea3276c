/** Settings of a transaction that reads or writes an archive: values have the same text on every server, and there is no time limit. */
export const plainTexts = [
  ...['timezone = UTC', "datestyle = 'ISO, YMD'", 'intervalstyle = postgres', 'extra_float_digits = 1'],
  ...['bytea_output = hex', 'search_path = public, pg_temp'],
  ...['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', 'transaction_timeout = 0'],
]
  .map((setting) => `set local ${setting}`)
  .join('; ')
