/** Spans for a collector of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT, docs/operations.md): requests, statements, jobs, and calls to services. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace as spansOf } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { livePath } from 'contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Trace, traceBy } from './traced.ts'

/**
 * Makes spans from now on and sends them in batches.
 * @param endpoint of the collector, without the path of traces
 * @returns what makes spans of requests, and what sends the last ones
 */
export function startTracing(endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'sbr-operations' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('sbr-operations')
  const current = new AsyncLocalStorage<Context>()

  const trace: Trace = async (name, attributes, work) => {
    const parent = current.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
    try {
      return await current.run(spansOf.setSpan(parent, span), () => work((more) => void span.setAttributes(more)))
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  traceBy(trace)

  /** A live stream is left out: it lasts as long as a screen is open. */
  const traceRequests = (app: FastifyInstance) => {
    const spans = new WeakMap<FastifyRequest, Span>()
    app.addHook('onRequest', (request, _reply, done) => {
      const { url: route } = request.routeOptions
      if (route === livePath) return done()
      const attributes = {
        'http.request.method': request.method,
        'request.id': request.id,
        ...(route && { 'http.route': route }),
      }
      const options = { kind: SpanKind.SERVER, attributes }
      const span = tracer.startSpan(`${request.method} ${route ?? 'none'}`, options, parentOf(request))
      spans.set(request, span)
      current.run(spansOf.setSpan(ROOT_CONTEXT, span), done)
    })
    app.addHook('onResponse', async (request, { statusCode }) => {
      const span = spans.get(request)?.setAttribute('http.response.status_code', statusCode)
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    })
    app.addHook('onClose', stop)
  }

  const stop = async () => {
    traceBy(undefined)
    await provider.shutdown()
  }
  return { traceRequests, stop }
}

/** The trace that a trusted proxy began (TRUSTED_PROXY): anybody else could join the trace of another request. */
function parentOf({ ips, headers }: FastifyRequest): Context {
  const isFromProxy = (ips?.length ?? 0) > 1
  const parent = isFromProxy ? parseTraceParent(String(headers.traceparent ?? '')) : null
  return parent ? spansOf.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

/** The kind of an error, such as the code of PostgreSQL: its message may repeat a value. */
function fail(span: Span, error: unknown) {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name)).setStatus({ code: SpanStatusCode.ERROR })
}
