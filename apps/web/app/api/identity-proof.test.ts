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
