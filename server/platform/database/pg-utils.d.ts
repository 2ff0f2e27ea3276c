declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value as PostgreSQL takes it in a message: text, bytes or null. */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
