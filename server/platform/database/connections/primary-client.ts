import pg from 'pg'

/**
 * A connection that knows whether it leads to a replica, which PostgreSQL says when it connects. After a failover an address may lead to one for
 * a while. Reads there would be behind, and the connection would stay when the address leads elsewhere.
 */
export class PrimaryClient extends pg.Client {
  #isReplica = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isReplica = parameterValue === 'on'
    })
  }

  /** @throws when it leads to a replica */
  refuseReplica(): void {
    if (this.#isReplica) throw new Error('Connection error: this PostgreSQL is a replica')
  }
}
