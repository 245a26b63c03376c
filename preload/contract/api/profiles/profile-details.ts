/** What a person writes of a profile: addresses, identifiers, agreed terms and own accounts. None of it is a secret. */
import { z } from '../../kernel/zod.ts'

/** The API products that the agreement may name (`1-platform.md`, What the service does). WIRE and RTP are separate permissions. */
export const products = [
  'account-validation',
  'ach-inquiry',
  'ach-origination',
  'wire',
  'rtp',
  'webhooks',
  'wire-inquiry',
  'rtp-inquiry',
  'previous-day',
  'intraday',
  'check-images',
  'stop-payment',
] as const
export const product = z.enum(products)
export type Product = z.infer<typeof product>

/** What each product is called on screen. */
export const productNames: Readonly<Record<Product, string>> = {
  'account-validation': 'Account validation',
  'ach-inquiry': 'ACH inquiry',
  'ach-origination': 'ACH origination',
  wire: 'Wire transfer',
  rtp: 'RTP payment',
  webhooks: 'Webhooks',
  'wire-inquiry': 'Wire inquiry',
  'rtp-inquiry': 'RTP inquiry',
  'previous-day': 'Previous-day reporting',
  intraday: 'Intraday reporting',
  'check-images': 'Check image retrieval',
  'stop-payment': 'Stop payment',
}

const onboarding = 'Platform Specification, What the service does'
const authentication = 'Platform Specification, Authentication'
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time such as 08:30' })

/** What was agreed for one product: when it may be called, and how often. */
export const productTerms = z.object({
  product,
  hours: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('all-day') }),
      z.object({ kind: z.literal('business'), from: clockTime, to: clockTime }),
    ])
    .refine((hours) => hours.kind === 'all-day' || hours.from < hours.to, {
      error: 'The end comes after the beginning',
      params: { source: onboarding },
    }),
  /** The agreed frequency; null: none was named. */
  calls: z
    .object({ count: z.int().min(1).max(100_000), per: z.enum(['second', 'minute']) })
    .nullable(),
})
export type ProductTerms = z.infer<typeof productTerms>

const host = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^\[?[0-9A-Fa-f:]+\]?$/

/** The alerts that can be subscribed to. */
export const subscribedCodes = ['AL00906', 'AL00901'] as const
/** What each tells of. */
export const subscribedWords: Readonly<Record<(typeof subscribedCodes)[number], string>> = {
  AL00906: 'all ACH events',
  AL00901: 'wire and RTP events',
}

/** What a person writes of a profile. Everything may still be empty: the doctor names what a call needs. */
export const profileDetails = z.strictObject({
  /** `https://host[:port][/prefix]`, without a slash at its end. */
  baseUrl: z
    .url({ protocol: /^https$/, error: 'An address such as https://api.bank.example' })
    .max(300)
    .refine(
      (text) => {
        const url = URL.parse(text)
        return url?.username === '' && url.search === '' && url.hash === ''
      },
      { error: 'No user name, question mark or # in it', params: { source: authentication } },
    )
    .nullable(),
  /** Where the bank's alerts will be received. */
  listener: z
    .object({
      host: z.string().regex(host, { error: 'A host name or an address' }).max(253),
      port: z.int().min(1, { error: 'A port from 1 to 65535' }).max(65_535),
      /** Whether it runs, from the start of the program, shown or not. */
      enabled: z.boolean().default(false),
      /** The address that the bank was given; null: not known yet (trap 104). */
      publicUrl: z
        .url({
          protocol: /^https$/,
          error: 'An address such as https://alerts.client.example/alerts',
        })
        .max(300)
        .nullable()
        .default(null),
      /** Who may deliver, as addresses or ranges such as 192.0.2.0/24; empty: anyone with the credentials. */
      permitted: z
        .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
        .max(50)
        .default([]),
    })
    .nullable(),
  partnerClientId: z
    .string()
    .refine((text) => /^[\x21-\x7e]{32}$/.test(text), {
      error: 'Exactly 32 characters, as issued at onboarding',
      params: { source: 'Platform Specification, Authentication 6' },
    })
    .nullable(),
  secondaryId: z.string().trim().min(1).max(100).nullable(),
  additionalId: z.string().trim().min(1).max(100).nullable(),
  /** The addresses that the bank has registered for this client; another is refused with 403 (trap 8). */
  registeredAddresses: z.array(z.union([z.ipv4(), z.ipv6()])).max(50),
  /** Consolidated settlement never shows SETTLED (trap 49); null: not known yet. */
  settlement: z.enum(['consolidated', 'non-consolidated']).nullable(),
  products: z
    .array(productTerms)
    .max(products.length)
    .refine((terms) => new Set(terms.map((term) => term.product)).size === terms.length, {
      error: 'Each product once',
    }),
  /** This workstation's share of the bank's calls per second; the limit counts all workstations. */
  callsPerSecond: z
    .int({ error: 'A whole number of calls per second' })
    .min(1, { error: 'At least 1 call per second' })
    .max(100, { error: 'At most 100 calls per second' }),
  /** What was subscribed to with the bank (`1-platform.md`, Events). */
  alerts: z.object({
    codes: z.array(z.enum(subscribedCodes)).max(2),
    /** Whether pre-production and production watch the same accounts; null: not said. */
    sameAccounts: z.boolean().nullable(),
    expectedDaily: z.int().min(0).max(100_000_000).nullable(),
    expectedMonthly: z.int().min(0).max(1_000_000_000).nullable(),
    expectedYearly: z.int().min(0).max(1_000_000_000).nullable(),
  }),
})
export type ProfileDetails = z.infer<typeof profileDetails>

/** What a new profile starts with: nothing that only the bank can say, and the documented limit. */
export const emptyDetails: ProfileDetails = {
  baseUrl: null,
  listener: null,
  partnerClientId: null,
  secondaryId: null,
  additionalId: null,
  registeredAddresses: [],
  settlement: null,
  products: [],
  callsPerSecond: 5,
  alerts: {
    codes: [],
    sameAccounts: null,
    expectedDaily: null,
    expectedMonthly: null,
    expectedYearly: null,
  },
}

/** What an own account is used for. */
export const accountUses = ['debit', 'credit', 'both'] as const
/** The same in words. */
export const accountUseNames: Readonly<Record<(typeof accountUses)[number], string>> = {
  debit: 'Debit',
  credit: 'Credit',
  both: 'Debit and credit',
}

const accountFacts = {
  /** The bank's number beside the routing number; empty where the bank uses none. */
  bankNumber: z.string().trim().max(20),
  routingNumber: z.string().regex(/^\d{9}$/, { error: 'Nine digits' }),
  name: z.string().trim().min(1, { error: 'A name to tell it by' }).max(80),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'Three letters such as USD' }),
  use: z.enum(accountUses),
  /** Whom NACHA files name as their originator; empty: not entered, as by every earlier version. */
  companyId: z
    .string()
    .trim()
    .max(10)
    .refine((text) => /^[ -~]*$/.test(text), {
      error: 'Letters, digits and signs without accents',
      params: { source: 'Nacha, batch header record' },
    })
    .default(''),
}
/** As the bank writes it, leading zeros kept. */
const ownAccountNumber = z.string().refine((text) => /^[A-Za-z0-9]{1,17}$/.test(text), {
  error: '1 to 17 letters or digits, as the bank writes it',
  params: {
    source: 'Account Validation and ACH Inquiry Specification, Account validation request',
  },
})

/** An own account as it is entered. `number: null` keeps the one of the account that is changed. */
export const ownAccountInput = z.object({
  /** Null: a new account. */
  id: z.string().nullable(),
  number: ownAccountNumber.nullable(),
  ...accountFacts,
})
export type OwnAccountInput = z.infer<typeof ownAccountInput>

/** An own account as it is shown: its number masked. */
export const ownAccount = z.object({
  id: z.string(),
  /** Masked: the last four characters. */
  account: z.string(),
  /** A 17-digit number cannot be given to the ACH list (trap 36). */
  listable: z.boolean(),
  ...accountFacts,
  routingNumber: z.string(),
})
export type OwnAccount = z.infer<typeof ownAccount>
