import { ProfilePage } from '../../../profile.jsx'

export const dynamic = 'force-dynamic'

export default async function Page({ params }) {
  return <ProfilePage username={(await params).username} />
}
