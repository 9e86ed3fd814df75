export default function SignupInfluencer() {
  return <h1>signup-influencer</h1>
}
