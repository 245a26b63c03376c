import { ownerFields, type ApiVersion } from '../../../preload/contract/bank/account-validation.ts'
import type { Finding } from '../replies.ts'

/** The names that the two versions spell differently (bank notes 24 and 25). */
export const spellings = {
  v1: {
    secondaryId: 'secondaryId',
    date: 'clientDate',
    time: 'clientTime',
    userDefined: 'userDefined',
  },
  v2: { secondaryId: 'secondaryID', date: 'ClientDt', time: 'ClientTime', userDefined: 'UserDef' },
} as const satisfies Record<ApiVersion, Record<string, string>>

const deprecated = ['amount', 'serialNumber']

/** Returns the names allowed in an object of the inquiry, by place and version. */
const listed = (version: ApiVersion) => {
  const spelled = spellings[version]
  return {
    Inquiry: [
      'serviceType',
      spelled.secondaryId,
      'additionalId',
      'routingNumber',
      'accountNumber',
      'AcctOwner',
      'Client',
      ...deprecated,
    ],
    AcctOwner: [...ownerFields] as string[],
    Client: [spelled.date, spelled.time, spelled.userDefined] as string[],
  }
}
type Place = keyof ReturnType<typeof listed>

const inLowerCase = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()))

/**
 * Returns findings about the names in one object: unknown, deprecated, or spelled as in another
 * place.
 */
export function spellingFindings(
  place: Place,
  names: readonly string[],
  version: ApiVersion,
): Finding[] {
  const here = new Set(listed(version)[place])
  const anywhere = inLowerCase([...listed('v1')[place], ...listed('v2')[place]])
  return names.flatMap((name): Finding[] => {
    const detail = `${place}.${name} in ${version}`
    if (deprecated.includes(name) && place === 'Inquiry')
      return [{ rule: 'field-deprecated', detail }]
    if (here.has(name)) return []
    const known = anywhere.has(name.toLowerCase())
    return [{ rule: known ? 'field-of-other-version' : 'field-unknown', detail }]
  })
}
