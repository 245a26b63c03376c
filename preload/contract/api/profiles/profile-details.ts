/**
 * Profile data entered by a person: addresses, identifiers, agreed terms and own accounts. None of
 * it is secret.
 */
import { z } from '../../kernel/zod.ts'

/**
 * API products that an agreement may include (bank document 1, What the service does). WIRE and RTP
 * are separate permissions.
 */
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

/** Names of the products on screen. */
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

/** The words of the expected volumes (bank document 1, Events); none are given per API. */
export const volumePeriods = ['day', 'month', 'year'] as const

/** Agreed terms of one product: calling hours, frequency and volume. */
export const productTerms = z.object({
  product,
  hours: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('all-day') }),
      z.object({ kind: z.literal('business'), from: clockTime, to: clockTime }),
    ])
    .refine((hours) => hours.kind === 'all-day' || hours.from < hours.to, {
      error: 'The end must be after the start',
      params: { source: onboarding },
    }),
  /** Agreed frequency; null if none. */
  calls: z
    .object({ count: z.int().min(1).max(100_000), per: z.enum(['second', 'minute']) })
    .nullable(),
  /** Agreed transaction volume of a calendar day, month or year; null if none. */
  volume: z
    .object({ count: z.int().min(1).max(1_000_000_000), per: z.enum(volumePeriods) })
    .nullable(),
})
export type ProductTerms = z.infer<typeof productTerms>

/** Whether an agreement includes a product. One without any counts as not entered yet. */
export const isAgreed = (agreed: readonly ProductTerms[], product: Product): boolean =>
  agreed.length === 0 || agreed.some((terms) => terms.product === product)

/** A host name or an address. */
export const hostName = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^\[?[0-9A-Fa-f:]+\]?$/

const host = z.string().regex(hostName, { error: 'A host name or an address' }).max(253)
const port = z.int().min(1, { error: 'A port from 1 to 65535' }).max(65_535)

/** An HTTP proxy that opens a way to the bank by CONNECT. */
export const proxyAddress = z.object({ host, port })
export type ProxyAddress = z.infer<typeof proxyAddress>

export const rowNumberPlaces = ['body', 'query'] as const
export type RowNumberPlace = (typeof rowNumberPlaces)[number]

/** Alert codes that can be subscribed to. */
export const subscribedCodes = ['AL00906', 'AL00901'] as const
/** Events reported under each code. */
export const subscribedLabels: Readonly<Record<(typeof subscribedCodes)[number], string>> = {
  AL00906: 'all ACH events',
  AL00901: 'wire and RTP events',
}

/**
 * Profile data entered by a person. All of it may still be empty; the doctor names what a call
 * needs.
 */
export const profileDetails = z.strictObject({
  /** `https://host[:port][/prefix]`, without a trailing slash. */
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
  /** Null: the connection is direct. */
  proxy: proxyAddress.nullable().default(null),
  /** Settings of the listener for the bank's alerts. */
  listener: z
    .object({
      host,
      port,
      /** True if the listener runs from program start, even while the profile is not shown. */
      enabled: z.boolean().default(false),
      /** Address given to the bank; null if not yet known (bank note 104). */
      publicUrl: z
        .url({
          protocol: /^https$/,
          error: 'An address such as https://alerts.client.example/alerts',
        })
        .max(300)
        .nullable()
        .default(null),
      /**
       * Permitted senders, as addresses or ranges such as 192.0.2.0/24; empty: anyone with the
       * credentials.
       */
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
  /**
   * IP addresses that the bank has registered for this client; it refuses others with 403 (bank
   * note 8).
   */
  registeredAddresses: z.array(z.union([z.ipv4(), z.ipv6()])).max(50),
  /** Consolidated settlement never shows SETTLED (bank note 49); null if not yet known. */
  settlement: z.enum(['consolidated', 'non-consolidated']).nullable(),
  /**
   * Where the numbers of the first and last row are sent: one document lists them in the body, another
   * calls them parameters without a place (bank note 45).
   */
  rowNumbers: z.enum(rowNumberPlaces).default('body'),
  products: z
    .array(productTerms)
    .max(products.length)
    .refine((terms) => new Set(terms.map((term) => term.product)).size === terms.length, {
      error: 'Each product once',
    }),
  /** This workstation's share of the calls per second; the bank's limit counts all workstations. */
  callsPerSecond: z
    .int({ error: 'A whole number of calls per second' })
    .min(1, { error: 'At least 1 call per second' })
    .max(100, { error: 'At most 100 calls per second' }),
  /** Alert subscriptions at the bank (bank document 1, Events). */
  alerts: z.object({
    codes: z.array(z.enum(subscribedCodes)).max(2),
    /** Whether pre-production and production watch the same accounts; null if not stated. */
    sameAccounts: z.boolean().nullable(),
    expectedDaily: z.int().min(0).max(100_000_000).nullable(),
    expectedMonthly: z.int().min(0).max(1_000_000_000).nullable(),
    expectedYearly: z.int().min(0).max(1_000_000_000).nullable(),
  }),
})
export type ProfileDetails = z.infer<typeof profileDetails>

export const withoutTrailingSlashes = (address: string): string =>
  address.replace(/(?<!\/)\/+$/, '')

/**
 * Initial details of a new profile: the documented limit, and nothing that only the bank can state.
 */
export const emptyDetails: ProfileDetails = {
  baseUrl: null,
  proxy: null,
  listener: null,
  partnerClientId: null,
  secondaryId: null,
  additionalId: null,
  registeredAddresses: [],
  settlement: null,
  rowNumbers: 'body',
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

export const accountUses = ['debit', 'credit', 'both'] as const
export const accountUseNames: Readonly<Record<(typeof accountUses)[number], string>> = {
  debit: 'Debit',
  credit: 'Credit',
  both: 'Debit and credit',
}

const accountFacts = {
  /** The bank number beside the routing number; empty if the bank uses none. */
  bankNumber: z.string().trim().max(20),
  routingNumber: z.string().regex(/^\d{9}$/, { error: 'Nine digits' }),
  name: z.string().trim().min(1, { error: 'Enter a name' }).max(80),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'Three letters such as USD' }),
  use: z.enum(accountUses),
  /** Originator in NACHA files; empty if not entered, as in every earlier version. */
  companyId: z
    .string()
    .trim()
    .max(10)
    .refine((text) => /^[ -~]*$/.test(text), {
      error: 'Letters, digits and signs without accents',
      params: { source: 'Nacha, batch header record' },
    })
    .default(''),
  /** The sender of payments from this account; empty if not entered, as in every earlier version. */
  legalName: z.string().trim().max(255).default(''),
  /** The sender's address, one line each. */
  address: z
    .string()
    .trim()
    .max(1_000)
    .refine((text) => text.split('\n').length <= 20, { error: 'At most 20 lines' })
    .default(''),
}
/** As the bank writes the number, with leading zeros. */
const ownAccountNumber = z.string().refine((text) => /^[A-Za-z0-9]{1,17}$/.test(text), {
  error: '1 to 17 letters or digits, as the bank writes it',
  params: {
    source: 'Account Validation and ACH Inquiry Specification, Account validation request',
  },
})

/** An own account as entered. `number: null` leaves the stored number unchanged. */
export const ownAccountInput = z.object({
  /** Null for a new account. */
  id: z.string().nullable(),
  number: ownAccountNumber.nullable(),
  ...accountFacts,
})
export type OwnAccountInput = z.infer<typeof ownAccountInput>

/** An own account with its number masked. */
export const ownAccount = z.object({
  id: z.string(),
  /** Masked: the last four characters. */
  account: z.string(),
  /** The ACH list accepts no 17-digit number (bank note 36). */
  listable: z.boolean(),
  ...accountFacts,
  routingNumber: z.string(),
})
export type OwnAccount = z.infer<typeof ownAccount>
