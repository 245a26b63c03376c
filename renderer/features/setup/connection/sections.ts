/** The sections of the Connection screen, in the order of a profile's setup. */
export const sections = [
  { id: 'overview', label: 'Overview' },
  { id: 'addresses', label: 'Addresses' },
  { id: 'accounts', label: 'Own accounts' },
  { id: 'products', label: 'Products and hours' },
  { id: 'alerts', label: 'Alerts' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'credentials', label: 'Credentials' },
  { id: 'recovery', label: 'Recovery file' },
] as const
export type SectionId = (typeof sections)[number]['id']

/** Returns the section of an address; the first for an unknown one. */
export const sectionOf = (id: unknown): SectionId =>
  sections.find((section) => section.id === id)?.id ?? 'overview'
