import { describe, expect, it } from 'vitest'
import { proxyInEnvironment } from '../../../main/platform/system-proxy.ts'

describe('the proxy of the environment', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://proxy.example:8080' }, { host: 'proxy.example', port: 8080 }],
    [
      { https_proxy: 'http://low.example', HTTPS_PROXY: 'http://high.example' },
      { host: 'low.example', port: 80 },
    ],
    [{ ALL_PROXY: 'proxy.example:3128' }, { host: 'proxy.example', port: 3128 }],
    [{ HTTPS_PROXY: 'http://ann:secret@10.1.2.3:8080/' }, { host: '10.1.2.3', port: 8080 }],
    [{ HTTPS_PROXY: 'http://[fd00::8]:8080' }, { host: '[fd00::8]', port: 8080 }],
    [
      { HTTPS_PROXY: '  ', all_proxy: 'http://proxy.example:1' },
      { host: 'proxy.example', port: 1 },
    ],
  ])('is read from %j', (env, address) => {
    expect(proxyInEnvironment(env)).toEqual(address)
  })

  it.each([
    {},
    { HTTP_PROXY: 'http://proxy.example:8080' },
    { HTTPS_PROXY: 'socks5://proxy.example:1080' },
    { HTTPS_PROXY: 'https://proxy.example:8443' },
    { HTTPS_PROXY: 'http://proxy.example:99999' },
    { HTTPS_PROXY: 'http://' },
  ])('is none in %j', (env) => {
    expect(proxyInEnvironment(env)).toBeNull()
  })
})
