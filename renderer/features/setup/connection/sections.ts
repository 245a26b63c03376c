/** The sections of the Connection screen, in the order in which a profile is set up. */
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

/** The section of an address; the first where there is none. */
export const sectionOf = (id: unknown): SectionId =>
  sections.find((section) => section.id === id)?.id ?? 'overview'
