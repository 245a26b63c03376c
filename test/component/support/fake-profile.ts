/**
 * A pre-production profile as main reports it, in the states that tests need. All of it is
 * invented.
 */
import type {
  CertificateInspection,
  InstalledCertificate,
  InspectedCertificate,
  PrivateCaDraft,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { PendingRequest } from '../../../preload/contract/api/certificates/certificate-request.ts'
import { stepsOf, type DoctorReport } from '../../../preload/contract/api/doctor.ts'
import type {
  OpenProfile,
  ProfileCard,
  ProfileFileDraft,
  ProfilesState,
  RecoveryDraft,
} from '../../../preload/contract/api/profiles/profile.ts'
import {
  emptyDetails,
  type OwnAccount,
  type ProfileDetails,
} from '../../../preload/contract/api/profiles/profile-details.ts'

const at = '2026-11-21T09:14:02.000Z'

/** The practice profile, which exists from the first start. */
export const practiceCard: ProfileCard = {
  id: 'practice',
  name: 'Alder Falls practice bank',
  environment: 'practice',
  createdAt: null,
  retiredAt: null,
}

/** A card; `part` overrides fields. */
export const profileCard = (part: Partial<ProfileCard> = {}): ProfileCard => ({
  id: 'harbor',
  name: 'Harbor Trust, sample data',
  environment: 'pre-production',
  createdAt: at,
  retiredAt: null,
  ...part,
})

/** Practice and one real profile, which is shown. */
export const profilesState = (part: Partial<ProfilesState> = {}): ProfilesState => ({
  cards: [practiceCard, profileCard()],
  shownId: 'harbor',
  openingId: null,
  ...part,
})

/** All details of a profile, filled in. */
export const filledDetails: ProfileDetails = {
  ...emptyDetails,
  baseUrl: 'https://api.harbor-trust.example',
  listener: {
    host: 'alerts.mill-street.example',
    port: 8443,
    enabled: false,
    publicUrl: null,
    permitted: [],
  },
  partnerClientId: '0123456789ABCDEF0123456789ABCDEF',
  secondaryId: '5550142',
  registeredAddresses: ['203.0.113.20'],
  settlement: 'non-consolidated',
  products: [
    { product: 'account-validation', hours: { kind: 'all-day' }, calls: null, volume: null },
    {
      product: 'wire',
      hours: { kind: 'business', from: '08:30', to: '17:00' },
      calls: { count: 2, per: 'second' },
      volume: null,
    },
  ],
  alerts: { ...emptyDetails.alerts, codes: ['AL00906'], sameAccounts: false, expectedDaily: 400 },
}

/** An own account; `part` overrides fields. */
export const ownAccount = (part: Partial<OwnAccount> = {}): OwnAccount => ({
  id: 'a1',
  account: '\u2022\u2022\u2022\u20226789',
  listable: true,
  bankNumber: '0075',
  routingNumber: '021000021',
  name: 'Operating account',
  currency: 'USD',
  use: 'both',
  companyId: '',
  legalName: '',
  address: '',
  ...part,
})

/** A certificate of a chain; the leaf unless `part` says otherwise. */
export const certificate = (part: Partial<InspectedCertificate> = {}): InspectedCertificate => ({
  role: 'leaf',
  subject: 'CN=mill-street-supply, O=Mill Street Supply',
  issuer: 'CN=Ferry Issuing CA 2, O=Ferry Trust Services',
  serialNumber: '0a1b2c3d',
  validFrom: '2026-03-01T00:00:00.000Z',
  validTo: '2027-03-01T00:00:00.000Z',
  keyKind: 'RSA 2048',
  uses: ['clientAuth', 'digitalSignature'],
  sha256: Array.from({ length: 32 }, (_, i) => (i + 16).toString(16).toUpperCase()).join(':'),
  from: 'files',
  ...part,
})

/** Leaf, intermediate and root. */
export const chain: InspectedCertificate[] = [
  certificate(),
  certificate({
    role: 'intermediate',
    subject: 'CN=Ferry Issuing CA 2, O=Ferry Trust Services',
    issuer: 'CN=Ferry Root CA, O=Ferry Trust Services',
    serialNumber: '0b',
    uses: ['keyCertSign'],
  }),
  certificate({
    role: 'root',
    subject: 'CN=Ferry Root CA, O=Ferry Trust Services',
    issuer: 'CN=Ferry Root CA, O=Ferry Trust Services',
    serialNumber: '01',
    uses: ['keyCertSign'],
    from: 'known-roots',
  }),
]

/** A certificate that was imported and proven. */
export const installedCertificate = (
  part: Partial<InstalledCertificate> = {},
): InstalledCertificate => ({
  chain,
  takenAt: at,
  provenAt: at,
  requestedAt: null,
  ...part,
})

/** A waiting request; `part` overrides fields. */
export const pendingRequest = (part: Partial<PendingRequest> = {}): PendingRequest => ({
  kind: 'rsa-3072',
  name: {
    commonName: 'mill-street-supply',
    organization: 'Mill Street Supply',
    unit: '',
    locality: 'Alder Falls',
    state: 'Ohio',
    country: 'US',
  },
  createdAt: '2026-11-19T08:30:00.000Z',
  request: '-----BEGIN CERTIFICATE REQUEST-----\nMIIEinvented\n-----END CERTIFICATE REQUEST-----\n',
  publicKeySha256: Array.from({ length: 32 }, (_, i) => (i + 160).toString(16).toUpperCase()).join(
    ':',
  ),
  ...part,
})

/** A draft that can be imported; `part` overrides fields. */
export const inspection = (part: Partial<CertificateInspection> = {}): CertificateInspection => ({
  draftId: 'draft-1',
  files: ['mill-street.pem', 'mill-street.key'],
  chain,
  leftOut: [],
  key: { state: 'read', keyKind: 'RSA 2048', matchesLeaf: true },
  rootFrom: 'known-roots',
  findings: [],
  ready: true,
  ...part,
})

/** A chosen private CA that is not trusted yet. */
export const privateCaDraft = (part: Partial<PrivateCaDraft> = {}): PrivateCaDraft => ({
  draftId: 'draft-4',
  file: 'bank-ca.pem',
  certificate: certificate({
    role: 'root',
    subject: 'CN=Harbor Trust Private CA',
    issuer: 'CN=Harbor Trust Private CA',
    serialNumber: '07',
    uses: ['keyCertSign'],
  }),
  findings: [],
  ...part,
})

/** A new profile: nothing entered yet. */
export const emptyProfile: OpenProfile = {
  details: emptyDetails,
  accounts: [],
  credentials: { consumerKey: null, consumerSecret: null, clientId: null, clientSecret: null },
  proxyCredentialsAt: null,
  certificate: null,
  previousCertificate: null,
  pendingRequest: null,
  certificateTicks: { 'to-authority': null, 'to-bank': null },
  privateCa: null,
  recoveryFileAt: null,
  missing: ['base URL', 'client certificate', 'credentials'],
}

/** A profile with everything that a call needs. */
export const openProfile = (part: Partial<OpenProfile> = {}): OpenProfile => ({
  details: filledDetails,
  accounts: [
    ownAccount(),
    ownAccount({
      id: 'a2',
      name: 'Payroll',
      account: '\u2022\u2022\u2022\u20220177',
      listable: false,
      use: 'debit',
    }),
  ],
  credentials: { consumerKey: at, consumerSecret: at, clientId: at, clientSecret: at },
  proxyCredentialsAt: null,
  certificate: installedCertificate(),
  previousCertificate: null,
  pendingRequest: null,
  certificateTicks: { 'to-authority': null, 'to-bank': null },
  privateCa: null,
  recoveryFileAt: at,
  missing: [],
  ...part,
})

/** A chosen profile file. */
export const profileFileDraft = (part: Partial<ProfileFileDraft> = {}): ProfileFileDraft => ({
  draftId: 'draft-2',
  file: 'harbor.countersign-profile.json',
  name: 'Harbor Trust',
  environment: 'pre-production',
  details: filledDetails,
  accounts: 2,
  accountsMasked: true,
  ...part,
})

/** A chosen recovery file. */
export const recoveryDraft = (part: Partial<RecoveryDraft> = {}): RecoveryDraft => ({
  draftId: 'draft-3',
  file: 'harbor.countersign-recovery',
  profileName: 'Harbor Trust, sample data',
  environment: 'pre-production',
  writtenAt: at,
  hint: 'the harbour and the year',
  belongs: true,
  ...part,
})

/** An examination in which every step passed. */
export const doctorReport = (part: Partial<DoctorReport> = {}): DoctorReport => ({
  startedAt: at,
  finishedAt: at,
  steps: stepsOf(false).map((id) => ({
    id,
    state: 'passed',
    finding: 'fine',
    facts: [],
    tookMs: 12,
  })),
  tokenFields: [],
  clientIp: '203.0.113.20',
  ...part,
})
