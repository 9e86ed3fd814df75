import { messages } from '@parley/contract/messages'
import { Outlet } from 'react-router'
import { useSecure } from '../../api/use-secure.ts'
import { LoadingScreen } from '../../features/call/screens/loading-screen.tsx'
import { Stage, StageCentre } from '../../features/call/stage/stage.tsx'
import { t } from '../../language/text.ts'

/** Calls require a login; the login page says so. */
export default function SecureCall() {
  const auth = useSecure()
  if (auth.ready && auth.data) return <Outlet />
  if (!auth.ready) return <LoadingScreen />
  return (
    <Stage>
      <StageCentre>
        <p role="status">{t(messages.notLoggedIn)}</p>
      </StageCentre>
    </Stage>
  )
}
