/** The version of all packages of this release; a test holds it equal to the manifest. */
export const version = "0.1.0";
