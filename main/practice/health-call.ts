import type { Clock } from '../clock.ts'
import { plainTimestamp, success } from './replies.ts'
import type { Route } from './routes.ts'

/**
 * GET /accounts/validations/v1/healthCheck. Only the products of the document have one, and version 2
 * of account validation is not among them (traps 9 and 10).
 */
export const healthRoute = (clock: Clock): Route => ({
  method: 'GET',
  path: '/accounts/validations/v1/healthCheck',
  operation: 'health',
  bearer: true,
  mediaType: null,
  handle: (call) =>
    success({
      Status: 'SUCCESS',
      Source: 'Roundtrip',
      Timestamp: plainTimestamp(clock.now()),
      ClientIp: call.remoteAddress,
      'X-Forwarded-For': `[${call.remoteAddress}, 10.20.0.4]`,
    }),
})
