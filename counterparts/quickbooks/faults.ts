import type { Answer } from '../shared/exchange.ts'

export type Fault = { message: string; detail: string; code: string; element?: string }
type FaultType = 'ValidationFault' | 'SystemFault' | 'AuthenticationFault' | 'AuthorizationFault'

/** The body of a refusal, with capitals. */
export function fault(
  status: number,
  type: FaultType,
  { message, detail, code, element }: Fault,
  time: string,
): Answer {
  const error = { Message: message, Detail: detail, code, element: element ?? '' }
  return { status, body: { Fault: { Error: [error], type }, time } }
}

/** The answer of the gateway to an invalid token: the same body in lower case. */
export function unauthorized(time: string): Answer {
  const error = {
    message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401',
    detail: 'Token expired',
    code: '3200',
    element: null,
  }
  return {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="Intuit", error="invalid_token"' },
    body: {
      warnings: null,
      intuitObject: null,
      fault: { error: [error], type: 'AUTHENTICATION' },
      report: null,
      queryResponse: null,
      batchItemResponse: [],
      attachableResponse: [],
      syncErrorResponse: null,
      requestId: null,
      time: Date.parse(time),
      status: null,
      cdcresponse: [],
    },
  }
}

export function throttled(time: string): Answer {
  const message = 'message=ThrottleExceeded; errorCode=003001; statusCode=429'
  return fault(429, 'SystemFault', { message, detail: 'The request limit was reached', code: '003001' }, time)
}

/** The refusal of QuickBooks when no route answers. */
export function wording(status: number, time: string): Answer {
  if (status === 401) return unauthorized(time)
  if (status === 429) return throttled(time)
  if (status === 403) {
    const message = 'message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403'
    return fault(
      403,
      'AuthorizationFault',
      { message, detail: 'The application is not authorized for this company', code: '3100' },
      time,
    )
  }
  if (status < 500)
    return fault(
      status,
      'ValidationFault',
      { message: 'Unsupported Operation', detail: 'Operation is not supported', code: '500' },
      time,
    )
  return fault(
    status,
    'SystemFault',
    {
      message: 'An application error has occurred while processing your request',
      detail: 'System Failure Error',
      code: '10000',
    },
    time,
  )
}
