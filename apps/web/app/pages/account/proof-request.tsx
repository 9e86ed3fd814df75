import { api } from '../../api/browser.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { showPasskey } from '../../features/accounts/passkey.ts'
import { ProofSheet } from '../../features/accounts/settings/proof-sheet.tsx'
import { useStore } from '../../store/use-store.ts'

/** Asks for the proof that a request of this page waits for. */
export function ProofRequest() {
  const asked = useStore(proofRequests, () => null)
  return (
    <ProofSheet
      open={asked !== null}
      methods={asked?.methods ?? null}
      onProve={async proof => {
        await api.post('/api/auth/step-up/', proof)
        asked?.answer(true)
      }}
      showPasskey={() => showPasskey(api)}
      onMailCode={async () => {
        await api.post('/api/auth/step-up/code/')
      }}
      onCancel={() => asked?.answer(false)}
    />
  )
}
