/**
 * The fields beside the token in the token answer (bank document 1, Access token response; bank
 * notes 2-5), in the bank's spelling. No token and no credential is among them: for the two
 * credentials that the bank repeats, only a remark says whether they are this profile's.
 */
import type { TokenField } from '../../../preload/contract/api/doctor.ts'
import type { BankConnection, TokenFacts } from '../connection.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { member, objectIn, scalarText } from '../answers/read-shape.ts'
import { removed } from '../../../preload/contract/kernel/not-kept.ts'
import { redactorFor } from '../privacy/redact.ts'

/** The owner of the answer: the profile's own credentials, and the tokens in force. */
export interface TokenOwner {
  readonly credentials: Pick<
    BankConnection,
    'consumerKey' | 'consumerSecret' | 'clientId' | 'clientSecret'
  >
  readonly tokens: readonly string[]
}

/** Reads the body of a token answer; one that is not a JSON object has no facts. Never throws. */
export function tokenFactsIn(body: string, { credentials, tokens }: TokenOwner): TokenFacts {
  const answer = objectIn(body) ?? {}
  const { consumerKey, consumerSecret, clientId, clientSecret } = credentials
  const redact = redactorFor({
    secrets: [...tokens, consumerKey, consumerSecret, clientId, clientSecret],
  })
  const fields = Object.entries(answer).flatMap(([name, given]): TokenField[] => {
    if (isSecret(name)) return []
    const remark = credentialRemark(name, scalarText(given) ?? '', credentials)
    if (remark !== null) return [{ name, value: removed, remark }]
    return [{ name, value: redact.text(shown(given)), remark: null }]
  })
  const status = scalarText(member(answer, 'status'))
  return {
    fields,
    approved: status === null ? null : status.trim().toLowerCase() === 'approved',
    products: productsIn(answer).map((name) => redact.text(name)),
  }
}

/**
 * `refresh_token_expires_in` describes a token; `refresh_token`, `id_token` and similar names hold
 * one.
 */
function isSecret(name: string): boolean {
  const lower = name.toLowerCase()
  if (/secret|password/.test(lower) || lower === 'key') return true
  return lower.includes('token') && !/_(type|expires_in|issued_at|count|status)$/.test(lower)
}

/**
 * The names are crossed: `client_id` carries the consumer key and `Id` the client id (bank note 2).
 */
function credentialRemark(
  name: string,
  value: string,
  { consumerKey, clientId }: TokenOwner['credentials'],
): string | null {
  switch (name.toLowerCase()) {
    case 'client_id':
      if (value === consumerKey) return 'the consumer key of this profile'
      return `NOT the consumer key of this profile${value === clientId ? ', but its client id' : ''}`
    case 'id':
      if (value === clientId) return 'the client id of this profile'
      return `NOT the client id of this profile${value === consumerKey ? ', but its consumer key' : ''}`
    default:
      return null
  }
}

/** A text as received, any other value as JSON with the tokens inside left out. */
const shown = (given: unknown): string =>
  typeof given === 'string'
    ? given
    : JSON.stringify(given, (name, value: unknown) => (isSecret(name) ? undefined : value))

/**
 * `api_product_list` is text such as `[a, b]`, `api_product_list_json` an array or its text (bank
 * note 5).
 */
function productsIn(answer: Readonly<Record<string, unknown>>): string[] {
  const listed = ['api_product_list_json', 'api_product_list'].flatMap((name) =>
    namesIn(member(answer, name)),
  )
  return [...new Set(listed.map((name) => name.trim()).filter((name) => name !== ''))]
}

function namesIn(given: unknown): string[] {
  const list = typeof given === 'string' ? listIn(given) : given
  if (Array.isArray(list)) return list.flatMap((item: unknown) => scalarText(item) ?? [])
  const text = scalarText(list)
  return text === null ? [] : text.replaceAll(/^\s*\[|\]\s*$/g, '').split(/[,;|\n]/)
}

/** The list that a text holds as JSON, or the text itself. */
function listIn(text: string): unknown {
  const parsed = parseExact(text)
  return 'json' in parsed && Array.isArray(parsed.json) ? parsed.json : text
}
