/** Every call of the three documents, made by the real client over mutual TLS against the practice bank. */
import { describe, expect, it } from 'vitest'
import { endpointIds, endpointOf, pathOf } from '../../preload/contract/bank/endpoints.ts'
import { endpointRows, type Requested } from './support/endpoint-rows.ts'
import { withPracticeApis } from './support/practice-apis.ts'

const mediaTypeOf = (method: string, id: string): string | undefined => {
  if (method === 'GET') return undefined
  return id === 'token' ? 'application/x-www-form-urlencoded' : 'application/json'
}

describe('every endpoint', () => {
  it.each(endpointIds)('%s is answered, and its call is as the document has it', (id) =>
    withPracticeApis(async (apis) => {
      const { segments, query }: Requested = (await endpointRows[id](apis)) ?? {}
      const { method, partnerClientId } = endpointOf(id)
      const record = apis.latest(id)
      expect(record).toMatchObject({
        method,
        status: 200,
        outcome: 'answered',
        actor: id === 'token' ? 'system' : 'ann',
      })
      expect(record.path).toBe(pathOf(id, segments) + (query ?? ''))
      expect(record.requestHeaders['accept']).toBe('application/json')
      expect(record.requestHeaders['content-type']).toBe(mediaTypeOf(method, id))
      expect(record.requestHeaders['PartnerClientId']).toBe(
        partnerClientId ? apis.enrolment.partnerClientId : undefined,
      )
      const names = apis.records.flatMap(({ requestHeaders }) => Object.keys(requestHeaders))
      expect(names.map((name) => name.toLowerCase())).not.toContain('x-correlationid')
      expect(record.correlationId).toMatch(/^[\w-]{36}$/)
      expect(JSON.parse(record.responseBody ?? '')).toBeTypeOf('object')
    }),
  )
})
