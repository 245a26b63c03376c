/**
 * Custom schemes and their aliases. Chromium does not let the DevTools protocol answer a scheme of one's
 * own, so `scheme://host/path` travels as `https://host.scheme.invalid/path`, which never resolves
 * (RFC 2606). Main only ever sees the custom scheme; the page's own `location` shows the alias.
 */
import type { Privileges } from 'electron'

/** The schemes that the app registered. */
export const schemes = new Map<string, Privileges>()

/** The address that Chromium is given. */
export function toAlias(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url)
  const [, scheme = '', host = '', rest = ''] = match ?? []
  if (!schemes.has(scheme.toLowerCase())) return url
  return `https://${host.toLowerCase()}.${scheme.toLowerCase()}.invalid${rest}`
}

/** The address that main is shown. */
export function fromAlias(url: string): string {
  const match = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(?=[/?#]|$)(.*)$/is.exec(url)
  const [, host = '', scheme = '', rest = ''] = match ?? []
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : url
}

/** The scheme of an alias; undefined for any other address. */
export function schemeOfAlias(url: string): string | undefined {
  const original = fromAlias(url)
  return original === url ? undefined : original.slice(0, original.indexOf(':'))
}

/** Returns scheme and host, also for schemes whose origin URL reports as opaque. */
export function originOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return 'null'
  return parsed.origin === 'null' && parsed.host
    ? `${parsed.protocol}//${parsed.host}`
    : parsed.origin
}

/** A request header of Chromium's, as main may see it. */
export const headerFromAlias = (value: string): string =>
  value.startsWith('https://') ? fromAlias(value) : value

/** A response header of main's, as Chromium must see it: policies name the alias there. */
export function headerToAlias(name: string, value: string): string {
  if (name === 'location' || name === 'access-control-allow-origin') return toAlias(value)
  if (!name.startsWith('content-security-policy')) return value
  return value
    .split(/(\s+|;)/)
    .map(sourceToAlias)
    .join('')
}

function sourceToAlias(source: string): string {
  const scheme = /^([a-z][a-z0-9+-]*):$/i.exec(source)?.[1]
  return scheme !== undefined && schemes.has(scheme)
    ? `https://*.${scheme}.invalid`
    : toAlias(source)
}
