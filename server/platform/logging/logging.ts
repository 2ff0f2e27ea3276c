import type { FastifyServerOptions } from 'fastify'

/** Takes lines of JSON. */
export type LogStream = { write(line: string): void }

/**
 * Log lines hold the route's pattern, the ids of the request, the person and the company, the status and the duration; never bodies, cookies, tokens or query strings: the
 * serializers list the fields that may be written (security.md 5.9).
 */
export const logging = (level: string, stream?: LogStream): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream && { stream }),
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
    res: (reply) => ({ status: reply.statusCode }),
    err: (error) => ({
      type: error.name,
      message: error.message,
      stack: error.stack ?? '',
      code: (error as { code?: string }).code,
    }),
  },
})
