/** The proxy that the environment of this program names; offered, never used by itself. */
import { hostName } from '../../preload/contract/api/profiles/profile-details.ts'
import type { ProxyAddress } from './proxy-tunnel.ts'

const names = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']

/**
 * Returns host and port for https addresses; null for none, and for a proxy that is not spoken to in
 * plain HTTP. Credentials in it are dropped.
 */
export function proxyInEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): ProxyAddress | null {
  const value = names.map((name) => env[name]?.trim()).find(Boolean)
  if (value === undefined) return null
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  if (url?.protocol !== 'http:' || !hostName.test(url.hostname)) return null
  return { host: url.hostname, port: url.port === '' ? 80 : Number(url.port) }
}
