/**
 * Loaded before a worker (`--import`): a native library that opens no connection for a peer named `unopened`, and adds
 * no second track for a peer named `half-open`.
 */
import { registerHooks } from 'node:module'

const FAULTY = `
import { PeerConnection as Real } from 'node-datachannel'
export * from 'node-datachannel'
export class PeerConnection extends Real {
  #name
  #tracks = 0
  constructor(name, config) {
    if (name === 'unopened') throw new Error('no connection')
    super(name, config)
    this.#name = name
  }
  addTrack(media) {
    if (this.#name === 'half-open' && ++this.#tracks === 2) throw new Error('no track')
    return super.addTrack(media)
  }
}`

const url = `data:text/javascript,${encodeURIComponent(FAULTY)}`

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'node-datachannel') return next(specifier, context)
    if (context.parentURL !== url) return { url, shortCircuit: true }
    return next(specifier, { ...context, parentURL: import.meta.url })
  },
})
