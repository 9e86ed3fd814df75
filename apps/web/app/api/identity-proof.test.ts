import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { createProofRequests } from './identity-proof.ts'

const needed = () => new ApiError(403, { detail: 'prove it', step_up: ['password', 'code'] }, '')

test('work that needs a proof runs again after the proof', async () => {
  const proofs = createProofRequests()
  let isProven = false
  const work = async () => {
    if (!isProven) throw needed()
    return 'done'
  }
  const both = Promise.all([proofs.withProof(work), proofs.withProof(work)])
  await expect.poll(() => proofs.getSnapshot()).not.toBeNull()
  isProven = true
  proofs.getSnapshot()?.answer(true)
  expect(await both).toEqual(['done', 'done'])
  expect(proofs.getSnapshot()).toBeNull()
})

test('without a proof the work stays refused, and other refusals ask for no proof', async () => {
  const proofs = createProofRequests()
  const refused = proofs.withProof(() => Promise.reject(needed()))
  await expect.poll(() => proofs.getSnapshot()).not.toBeNull()
  proofs.getSnapshot()?.answer(false)
  await expect(refused).rejects.toThrow('prove it')
  const forbidden = new ApiError(403, { detail: 'not yours' }, '')
  await expect(proofs.withProof(() => Promise.reject(forbidden))).rejects.toThrow('not yours')
  expect(proofs.getSnapshot()).toBeNull()
})

test('a question of a page that the person left is answered “no”, and its work never runs again', async () => {
  const proofs = createProofRequests()
  let runs = 0
  const work = async () => {
    runs++
    throw needed()
  }
  const left = proofs.withProof(work)
  await expect.poll(() => proofs.getSnapshot()).not.toBeNull()
  proofs.giveUp()
  await expect(left).rejects.toThrow('prove it')
  expect([runs, proofs.getSnapshot()]).toEqual([1, null])
})

test('work that is refused after the person left its page asks nothing on the next page', async () => {
  const proofs = createProofRequests()
  const { promise, reject } = Promise.withResolvers<never>()
  const left = proofs.withProof(() => promise)
  proofs.giveUp()
  reject(needed())
  await expect(left).rejects.toThrow('prove it')
  expect(proofs.getSnapshot()).toBeNull()
})

test('a proof that comes too late for its own question leaves the next question open', async () => {
  const proofs = createProofRequests()
  const first = proofs.withProof(() => Promise.reject(needed()))
  await expect.poll(() => proofs.getSnapshot()).not.toBeNull()
  const late = proofs.getSnapshot()
  late?.answer(false)
  await expect(first).rejects.toThrow('prove it')
  let isProven = false
  const second = proofs.withProof(async () => {
    if (!isProven) throw needed()
    return 'done'
  })
  await expect.poll(() => proofs.getSnapshot()).not.toBeNull()
  late?.answer(true)
  expect(proofs.getSnapshot()).not.toBeNull()
  isProven = true
  proofs.getSnapshot()?.answer(true)
  expect(await second).toBe('done')
})
