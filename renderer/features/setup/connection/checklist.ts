/** The settings a profile needs, their purpose, and where to enter them. */
import {
  credentialNames,
  identifierLabels,
  type OpenProfile,
} from '../../../../preload/contract/api/profiles/profile.ts'
import { plural } from '../../../text/plural.ts'
import type { Tone } from '../../../ui/tone.ts'
import type { SectionId } from './sections.ts'

/** One line: present, missing for every call, or missing for some function. */
export interface ChecklistItem {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly state: 'there' | 'missing' | 'open'
  readonly section: SectionId
}

/** Label and tone of a state. */
export const stateBadges: Readonly<
  Record<ChecklistItem['state'], { readonly tone: Tone; readonly label: string }>
> = {
  there: { tone: 'good', label: 'Entered' },
  missing: { tone: 'bad', label: 'Missing' },
  open: { tone: 'neutral', label: 'Open' },
}

type Line = Omit<ChecklistItem, 'state'> & {
  readonly isThere: boolean
  /** Without it no call can be made, or not the agreed calls. */
  readonly isNeeded: boolean
}

/** The settings that every call needs. */
function neededLines({ details, certificate, credentials }: OpenProfile): readonly Line[] {
  const stored = credentialNames.filter((name) => credentials[name] !== null).length
  return [
    {
      id: 'base-url',
      title: 'Base URL',
      text: details.baseUrl ?? 'Address of the bank. No calls without it',
      section: 'addresses',
      isThere: details.baseUrl !== null,
      isNeeded: true,
    },
    {
      id: 'certificate',
      title: 'Certificate and key',
      text: certificate?.chain[0]?.subject ?? 'Every call is made over mutual TLS',
      section: 'certificates',
      isThere: certificate !== null,
      isNeeded: true,
    },
    {
      id: 'credentials',
      title: 'Credentials',
      text: `${stored} of ${credentialNames.length} are in the keychain`,
      section: 'credentials',
      isThere: stored === credentialNames.length,
      isNeeded: true,
    },
  ]
}

/** The further settings that the agreed products need. */
function agreedLines({ details, accounts }: OpenProfile): readonly Line[] {
  const has = (...names: readonly string[]): boolean =>
    details.products.some(({ product }) => names.includes(product))
  return [
    {
      id: 'products',
      title: 'Products and hours',
      text:
        details.products.length === 0
          ? 'Products in the agreement. Nothing else is sent'
          : plural(details.products.length, 'product is permitted', 'products are permitted'),
      section: 'products',
      isThere: details.products.length > 0,
      isNeeded: false,
    },
    {
      id: 'secondary-id',
      title: identifierLabels.secondaryId,
      text: details.secondaryId ?? 'Sent with every account validation',
      section: 'addresses',
      isThere: details.secondaryId !== null,
      isNeeded: has('account-validation'),
    },
    {
      id: 'partner-client-id',
      title: identifierLabels.partnerClientId,
      text: details.partnerClientId ?? 'Sent with every wire and RTP call',
      section: 'addresses',
      isThere: details.partnerClientId !== null,
      isNeeded: has('wire', 'rtp'),
    },
    {
      id: 'accounts',
      title: 'Own accounts',
      text:
        accounts.length === 0
          ? 'Payments and batches are drawn on these accounts'
          : plural(accounts.length, 'account', 'accounts'),
      section: 'accounts',
      isThere: accounts.length > 0,
      isNeeded: false,
    },
  ]
}

function listenerText(listener: OpenProfile['details']['listener']): string {
  if (listener === null)
    return 'Receives the bank\u2019s alerts. Without it, inquiries replace them'
  const where = `${listener.host}, port ${listener.port}`
  return listener.enabled ? where : `${where}. Turned off`
}

/** Settings that calls do not need, but that will be missed later. */
function otherLines({ details, recoveryFileAt }: OpenProfile): readonly Line[] {
  const { listener, registeredAddresses, settlement } = details
  return [
    {
      id: 'addresses',
      title: 'Registered IP addresses',
      text:
        registeredAddresses.length === 0
          ? 'The doctor compares them with the address the bank sees'
          : registeredAddresses.join(', '),
      section: 'addresses',
      isThere: registeredAddresses.length > 0,
      isNeeded: false,
    },
    {
      id: 'settlement',
      title: 'ACH settlement',
      text: settlement ?? 'Decides which states of an ACH transaction you see',
      section: 'addresses',
      isThere: settlement !== null,
      isNeeded: false,
    },
    {
      id: 'listener',
      title: 'Listener',
      text: listenerText(listener),
      section: 'addresses',
      isThere: listener !== null,
      isNeeded: false,
    },
    {
      id: 'recovery',
      title: 'Recovery file',
      text:
        recoveryFileAt === null
          ? 'Without it, a lost keychain entry means a lost store'
          : `Written ${recoveryFileAt.slice(0, 10)}`,
      section: 'recovery',
      isThere: recoveryFileAt !== null,
      isNeeded: false,
    },
  ]
}

/** Returns the list for a profile, in the order of its setup. */
export const checklistOf = (profile: OpenProfile): readonly ChecklistItem[] =>
  [...neededLines(profile), ...agreedLines(profile), ...otherLines(profile)].map(
    ({ isThere, isNeeded, ...item }) => ({
      ...item,
      state: isThere ? 'there' : isNeeded ? 'missing' : 'open',
    }),
  )
