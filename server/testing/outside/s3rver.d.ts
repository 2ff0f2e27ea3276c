declare module '@20minutes/s3rver' {
  /** An S3 server on this machine, over a folder. Its only account is S3RVER / S3RVER. */
  export default class S3rver {
    constructor(options: {
      port: number
      directory: string
      silent: boolean
      /** It computes the signature of a list request from another path than Amazon does. */
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
