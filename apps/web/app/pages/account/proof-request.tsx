import { api } from '../../api/browser.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { useGivenUp } from '../../api/use-given-up.ts'
import { showPasskey } from '../../features/accounts/passkey.ts'
import { ProofSheet } from '../../features/accounts/settings/proof-sheet.tsx'
import { useStore } from '../../store/use-store.ts'

/** Asks for the proof that a request of this page waits for. */
export function ProofRequest() {
  const question = useStore(proofRequests, () => null)
  useGivenUp(proofRequests)
  return (
    <ProofSheet
      open={question !== null}
      methods={question?.methods ?? null}
      onProve={async proof => {
        await api.post('/api/auth/step-up/', proof)
        question?.answer(true)
      }}
      showPasskey={() => showPasskey(api)}
      onMailCode={async () => {
        await api.post('/api/auth/step-up/code/')
      }}
      onCancel={() => question?.answer(false)}
    />
  )
}
