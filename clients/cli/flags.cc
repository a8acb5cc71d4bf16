#include "clients/cli/flags.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "clients/cli/command.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/parse.h"
#include "clients/cli/version.h"

namespace footfall::cli {
namespace {

// The value, or the usage error that ends parsing.
template <class T>
T Need(const absl::StatusOr<T>& value) {
  if (!value.ok()) {
    throw CLI::ValidationError(std::string(value.status().message()));
  }
  return *value;
}

// What an unset variable of a shell leaves of a text. It is no value, or it would do what leaving out the
// flag does.
std::string RefuseEmpty(const std::string& text) {
  return text.empty() ? "the text is empty; leave the flag out for its default" : "";
}

constexpr char kFooter[] =
    "Flags that mean the same in every command that takes them:\n"
    "  --output FILE         where the result is written\n"
    "  --threads N           host threads; never changes a result\n"
    "  --order-threads N     host threads that compute path orders; never changes a result\n"
    "  --json                the answer as JSON\n"
    "  --seed N              seed of random choices\n"
    "  --profile NAME|FILE   platform profile\n"
    "  --quiet               only the result itself\n"
    "  --version             version of this program, of the state hash and of the builder\n"
    "Exit codes: 0 passed, 1 failed, 3 internal error or no server, 4 bad usage or input, 5 nothing "
    "selected,\n"
    "128+n ended by signal n. A pack that is damaged gives 4.";

}  // namespace

void Flags::Switch(const std::string& name, bool* out, const std::string& help) {
  app_->add_flag(name, *out, help);
}

void Flags::Text(const std::string& name, std::string* out, const std::string& help) {
  app_->add_option(name, *out, help)->type_name("TEXT")->check(RefuseEmpty);
}

void Flags::Texts(const std::string& name, std::vector<std::string>* out, const std::string& help) {
  app_->add_option(name, *out, help)->type_name("TEXT")->expected(1)->take_all()->check(RefuseEmpty);
}

void Flags::Choice(const std::string& name, std::string* out, const std::vector<std::string>& choices,
                   const std::string& help) {
  app_->add_option(name, *out, help)->check(CLI::IsMember(choices));
}

void Flags::Integer(const std::string& name, std::uint64_t* out, std::uint64_t min, std::uint64_t max,
                    const std::string& help) {
  const auto read = [=](const std::string& text) { *out = Need(ParseInteger(name, text, min, max)); };
  app_->add_option_function<std::string>(name, read, help + " [" + std::to_string(*out) + "]")
      ->type_name("N");
}

void Flags::Integer(const std::string& name, std::optional<std::uint64_t>* out, std::uint64_t min,
                    std::uint64_t max, const std::string& help) {
  const auto read = [=](const std::string& text) { *out = Need(ParseInteger(name, text, min, max)); };
  app_->add_option_function<std::string>(name, read, help)->type_name("N");
}

void Flags::Number(const std::string& name, float* out, float min, float max, const std::string& help) {
  const auto read = [=](const std::string& text) { *out = Need(ParseNumber(name, text, min, max)); };
  app_->add_option_function<std::string>(name, read, help)->type_name("NUMBER");
}

void Flags::Point(const std::string& name, platform::Vec3* out, const std::string& help) {
  const auto read = [=](const std::string& text) { *out = Need(ParsePoint(name, text)); };
  app_->add_option_function<std::string>(name, read, help)->type_name("X,Y,Z");
}

void Flags::Arguments(const std::string& name, std::vector<std::string>* out, size_t min,
                      const std::string& help) {
  app_->add_option(name, *out, help)->type_name("")->required(min > 0);
}

void Flags::Given(std::vector<std::string>* out) {
  app_->callback([app = app_, out] {
    for (const CLI::Option* option : app->get_options()) {
      if (option->count() > 0 && !option->get_lnames().empty())
        out->push_back("--" + option->get_lnames().front());
    }
  });
}

void Flags::Output(std::string* out) {
  app_->add_option("--output", *out, "where the result is written")->type_name("FILE")->check(RefuseEmpty);
}

void Flags::Threads(std::uint64_t* out) {
  Integer("--threads", out, 1, 256, "host threads; never changes a result");
}

void Flags::OrderThreads(std::uint64_t* out) {
  Integer("--order-threads", out, 0, 256, "host threads that compute path orders; never changes a result");
}

void Flags::Json(bool* out) { Switch("--json", out, "the answer as JSON"); }

void Flags::Seed(std::optional<std::uint64_t>* out) {
  Integer("--seed", out, 0, UINT64_MAX, "seed of random choices");
}

void Flags::Profile(std::string* out) {
  app_->add_option("--profile", *out, "platform profile")->type_name("NAME|FILE")->check(RefuseEmpty);
}

void Flags::Quiet(bool* out) { Switch("--quiet", out, "only the result itself"); }

int RunCommandLine(const std::vector<std::unique_ptr<Command>>& commands, int argc, char** argv) {
  CLI::App app("footfall: builds navigation meshes, runs scenarios and talks to footfalld", "footfall");
  app.set_version_flag("--version", VersionText());
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Command*>> verbs;
  for (const std::unique_ptr<Command>& command : commands) {
    CLI::App* verb = app.add_subcommand(command->name(), command->summary());
    Flags flags(verb);
    command->Declare(flags);
    verbs.emplace_back(verb, command.get());
  }
  // Set last, or each subcommand would end its own help with it.
  app.footer(kFooter);
  std::string called = "footfall";
  if (argc > 1 && argv[1][0] != '-') {
    std::string names;
    bool known = false;
    for (const std::unique_ptr<Command>& command : commands) {
      names += " " + command->name();
      known = known || command->name() == argv[1];
    }
    if (!known) {
      std::fprintf(stderr, "footfall: '%s' is not one of%s\n", argv[1], names.c_str());
      return kUsage;
    }
    called += std::string(" ") + argv[1];
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s: %s; see %s --help\n", called.c_str(), error.what(), called.c_str());
    return kUsage;
  }
  for (const auto& [verb, command] : verbs) {
    if (verb->parsed()) {
      return command->Run();
    }
  }
  return kUsage;
}

}  // namespace footfall::cli
